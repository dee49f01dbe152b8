import json, math, sys
import pyarrow as pa
columns = json.load(sys.stdin)
arrays, fields = [], []
for column in columns:
    kind = {"real": pa.float64(), "integer": pa.int64(), "text": pa.string()}[column["kind"]]
    values = column["values"]
    if column["kind"] == "real":
        values = [None if v is None else float(v) for v in values]
    arrays.append(pa.array(values, type=kind))
    unit = column.get("unit")
    fields.append(pa.field(column["name"], kind, metadata={"unit": unit} if unit else None))
table = pa.Table.from_arrays(arrays, schema=pa.schema(fields))
if sys.argv[2] == "parquet":
    import pyarrow.parquet as pq
    pq.write_table(table, sys.argv[1])
else:
    import pyarrow.feather as feather
    feather.write_feather(table, sys.argv[1], compression="uncompressed")
