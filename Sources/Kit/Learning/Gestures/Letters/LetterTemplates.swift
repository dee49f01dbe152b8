/// How the capitals are drawn in one stroke, each in the ways that writers commonly take; our own drawing.
///
/// Paths in the unit of the letter's height, x to the right and y down from the top left corner, in the notation of
/// SVG: M the start, L a straight line, C a cubic and Q a quadratic Bézier curve. F runs down, up, right, left,
/// half-way down and right; G from the middle right to the top right: as the course describes them.
let letterPaths: KeyValuePairs<String, [String]> = [
  "A": ["M0 1 L.4 0 L.8 1 L.65 .6 L.15 .6", "M0 1 L.4 0 L.8 1 L.15 .6 L.65 .6"],
  "B": ["M0 0 L0 1 L0 0 C.7 0 .7 .48 0 .48 C.85 .48 .85 1 0 1", "M0 1 L0 0 C.7 0 .7 .48 0 .48 C.85 .48 .85 1 0 1"],
  "C": ["M.75 .15 C.6 -.05 0 -.1 0 .5 C0 1.1 .6 1.05 .75 .85"],
  "D": ["M0 0 L0 1 L0 0 C.9 0 .9 1 0 1", "M0 1 L0 0 C.9 0 .9 1 0 1"],
  "E": [
    "M.6 0 L0 0 L0 .5 L.5 .5 L0 .5 L0 1 L.6 1",
    "M.6 .1 C.3 -.1 -.1 .05 .05 .3 Q.1 .45 .35 .48 C.1 .5 0 .6 0 .75 C0 1.05 .4 1.05 .65 .9",
    "M0 0 L0 1 L0 0 L.6 0 L0 0 L0 .5 L.5 .5 L0 .5 L0 1 L.6 1",
  ],
  "F": ["M0 0 L0 1 L0 0 L.6 0 L0 0 L0 .5 L.5 .5"],
  "G": ["M.55 .52 L.8 .52 C.8 1.12 0 1.15 0 .5 C0 -.12 .55 -.08 .75 .12"],
  "H": ["M0 0 L0 1 L0 .5 L.6 .5 L.6 0 L.6 1"],
  "I": ["M0 0 L0 1"],
  "J": ["M.5 0 L.5 .75 C.5 1.08 .05 1.05 0 .75", "M.1 0 L.7 0 L.4 0 L.4 .75 C.4 1.08 .05 1.05 0 .75"],
  "K": ["M0 0 L0 1 L0 .5 L.6 0 L0 .5 L.6 1", "M0 0 L0 1 L.6 0 L.1 .5 L.6 1"],
  "L": ["M0 0 L0 1 L.6 1"],
  "M": ["M0 1 L.05 0 L.4 .7 L.75 0 L.8 1", "M0 0 L0 1 L0 0 L.4 .6 L.8 0 L.8 1"],
  "N": ["M0 1 L0 0 L.7 1 L.7 0", "M0 0 L0 1 L0 0 L.7 1 L.7 0"],
  "O": ["M.4 0 C-.13 0 -.13 1 .4 1 C.93 1 .93 0 .4 0", "M.4 0 C.93 0 .93 1 .4 1 C-.13 1 -.13 0 .4 0"],
  "P": ["M0 0 L0 1 L0 0 C.75 0 .75 .55 0 .55", "M0 1 L0 0 C.75 0 .75 .55 0 .55"],
  "Q": [
    "M.4 0 C-.13 0 -.13 1 .4 1 C.93 1 .93 0 .4 0 L.5 .65 L.85 1",
    "M.65 .8 C.3 1.15 0 .9 0 .5 C0 -.1 .8 -.1 .8 .5 C.8 .7 .75 .8 .6 .85 L.5 .65 L.85 1.05",
  ],
  "R": ["M0 0 L0 1 L0 0 C.75 0 .75 .5 0 .5 L.65 1", "M0 1 L0 0 C.75 0 .75 .5 0 .5 L.65 1"],
  "S": ["M.65 .12 C.5 -.08 .02 -.05 .02 .25 C.02 .55 .65 .45 .65 .75 C.65 1.08 .1 1.05 0 .85"],
  "T": ["M0 0 L.8 0 L.4 0 L.4 1", "M.4 0 L.4 1 L.4 0 L0 0 L.8 0"],
  "U": ["M0 0 L0 .6 C0 1.13 .65 1.13 .65 .6 L.65 0", "M0 0 L0 .6 C0 1.13 .65 1.13 .65 .6 L.65 0 L.65 1"],
  "V": ["M0 0 L.35 1 L.7 0"],
  "W": ["M0 0 L.25 1 L.5 .2 L.75 1 L1 0"],
  "X": ["M0 0 L.7 1 L.7 0 L0 1", "M0 0 L.7 1 L.35 .5 L.7 0 L0 1", "M.7 0 L0 1 L0 0 L.7 1", "M0 0 L.7 1 L0 1 L.7 0"],
  "Y": [
    "M0 0 L.35 .45 L.7 0 L.35 .45 L.35 1",
    "M0 0 L.35 .45 L.7 0 L.2 1",
    "M0 0 C0 .6 .6 .6 .6 0 L.6 .75 C.6 1.1 .1 1.05 .05 .85",
  ],
  "Z": ["M0 0 L.7 0 L0 1 L.7 1"],
]
