"""What Python's zipfile takes for the entries of an archive: JSON lines, milliseconds as minimum and median.

Arguments: a table, and the archive that is made of it: the table, deflated, four times."""
import json
import statistics
import sys
import time
import zipfile

table, path = sys.argv[1:3]
with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
    for name in ["Accelerometer.csv", "Gravity.csv", "Gyroscope.csv", "Orientation.csv"]:
        archive.write(table, name)

samples = []
for _ in range(5):
    start = time.perf_counter()
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    samples.append(1e3 * (time.perf_counter() - start))
print(json.dumps({"name": "minimum", "value": min(samples)}))
print(json.dumps({"name": "median", "value": statistics.median(samples)}))
