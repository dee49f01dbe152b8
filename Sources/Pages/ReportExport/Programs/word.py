import os, re, sys, zipfile
path = sys.argv[1]
with zipfile.ZipFile(path) as archive:
    parts = {item.filename: archive.read(item) for item in archive.infolist()}

def change(name, *changes):
    text = parts[name].decode()
    for pattern, replacement in changes:
        text = re.sub(pattern, replacement, text, flags=re.S)
    parts[name] = text.encode()

def property(paragraph, name):
    if "<w:pPr>" in paragraph:
        return re.sub(r"(<w:pPr>(?:<w:pStyle [^>]*/>)?)", r"\1<w:" + name + "/>", paragraph, count=1)
    return re.sub(r"(<w:p(?: [^>]*)?>)", r"\1<w:pPr><w:" + name + "/></w:pPr>", paragraph, count=1)

# 8.5 points, in which 84 characters take the width of the text.
def code(match):
    style = re.sub(r"<w:szC?s? [^>]*/>", "", match.group(0))
    return style.replace("</w:rPr>", '<w:sz w:val="17"/><w:szCs w:val="17"/></w:rPr>', 1)

# Text of 10.5 points, tables of 9.5 between two lines, code on its own ground and apart from the text around it.
def styled(name, pattern, replacement):
    def within(match):
        return re.sub(pattern, replacement, match.group(0), count=1, flags=re.S)
    return (r'<w:style [^>]*w:styleId="' + name + '".*?</w:style>', within)

change(
    "word/styles.xml", (r'<w:style [^>]*w:styleId="VerbatimChar".*?</w:style>', code),
    (r'(<w:docDefaults>.*?)<w:sz w:val="24"\s*/>\s*<w:szCs w:val="24"\s*/>',
     r'\1<w:sz w:val="21"/><w:szCs w:val="21"/>'),
    styled("SourceCode", r"(<w:wordWrap [^>]*/>)", r'<w:shd w:val="clear" w:color="auto" w:fill="F6F4EE"/>\1'
        '<w:spacing w:before="140" w:after="140"/>'),
    styled("Table", r"<w:tblPr>", '<w:rPr><w:sz w:val="19"/><w:szCs w:val="19"/></w:rPr><w:tblPr>'),
    styled("Table", r"(<w:tblInd [^>]*/>)", r'\1<w:tblBorders><w:top w:val="single" w:sz="8" w:space="0" w:color="auto"/>'
        '<w:bottom w:val="single" w:sz="8" w:space="0" w:color="auto"/></w:tblBorders>'))
document = parts["word/document.xml"].decode()
document = re.sub(
    r"<w:p(?: [^>]*)?>(?:(?!</w:p>).)*?<w:drawing>.*?</w:p>",
    lambda match: property(match.group(0), "keepNext"), document, flags=re.S)
# The caption above a table stays with it.
def captioned(match):
    words = re.sub(r"<[^>]*>", "", match.group(0))
    return property(match.group(0), "keepNext") if re.match(r"\s*Table \d+\.", words) else match.group(0)

document = re.sub(
    r"<w:p(?: [^>]*)?>(?:(?!</w:p>).)*</w:p>(?=\s*(?:<w:bookmark[^>]*/>\s*)*<w:tbl>)", captioned, document,
    flags=re.S)
document = re.sub(r"<w:tr>(?!\s*<w:trPr>)", "<w:tr><w:trPr><w:cantSplit/></w:trPr>", document)
document = re.sub(r"(<w:tr>\s*<w:trPr>)(?!<w:cantSplit)", r"\1<w:cantSplit/>", document)
# A table of a few rows is on one page: what is in it is kept with what comes next, but for its last row.
def kept(match):
    rows = re.split(r"(?=<w:tr>)", match.group(0))
    if "<w:tblStyle" not in rows[0] or len(rows) > 10:
        return match.group(0)
    for index in range(1, len(rows) - 1):
        rows[index] = re.sub(
            r"<w:p(?: [^>]*)?>.*?</w:p>", lambda paragraph: property(paragraph.group(0), "keepNext"), rows[index], flags=re.S)
    return "".join(rows)

document = re.sub(r"<w:tbl>(?:(?!<w:tbl>).)*?</w:tbl>", kept, document, flags=re.S)
footer = '<w:footerReference w:type="default" r:id="rIdPages"/>'
if "<w:sectPr" not in document:
    document = document.replace("</w:body>", "<w:sectPr/></w:body>")
document = re.sub(r"<w:sectPr([^>]*)/>", r"<w:sectPr\1></w:sectPr>", document)
document = re.sub(r"(<w:sectPr[^>]*>)", lambda match: match.group(1) + footer, document)
parts["word/document.xml"] = document.encode()
parts["word/pages.xml"] = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<w:ftr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p><w:pPr><w:jc w:val="center"/>'
    '</w:pPr><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>'
    '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:ftr>').encode()
change("word/_rels/document.xml.rels", ("</Relationships>", '<Relationship Id="rIdPages" Target="pages.xml" Type='
    '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/footer"/></Relationships>'))
change("[Content_Types].xml", ("</Types>", '<Override PartName="/word/pages.xml" ContentType='
    '"application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"/></Types>'))
with zipfile.ZipFile(path + ".new", "w", zipfile.ZIP_DEFLATED) as archive:
    for name, data in parts.items():
        archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
os.replace(path + ".new", path)
