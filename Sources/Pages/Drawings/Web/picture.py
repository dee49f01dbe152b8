import datetime, sys, typst
folder, name = sys.argv[1:]
page = b'#set page(width: auto, height: auto, margin: 0pt)\n#image("picture.svg")'
with open(folder + "/page.typ", "wb") as file:
    file.write(page)
# The same picture gives the same bytes, whenever it is made.
typst.compile(
    folder + "/page.typ", output=folder + "/" + name, format=name.split(".")[-1], ppi=200.0,
    timestamp=datetime.datetime.fromtimestamp(0, datetime.timezone.utc))
