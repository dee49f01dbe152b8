pdf = compiler.compile(format="pdf")
shares = compiler.query("<slide>", field="value")
with open(made, "wb") as file:
    file.write(pdf)
sys.stdout.write(shares)
