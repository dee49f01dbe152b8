// Pages, scripts and pictures inside the program, as the preprocessor reads them: as literals in Swift they would make the first
// build a quarter of a minute longer.
#include "CEmbedded.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char studio_studio_html[] = {
#embed "../../Doors/Studio/Web/studio.html"
};
static const unsigned char studio_studio_css[] = {
#embed "../../Doors/Studio/Web/studio.css"
};
static const unsigned char studio_studio_js[] = {
#embed "../../Doors/Studio/Web/studio.js"
};
static const unsigned char studio_common_js[] = {
#embed "../../Doors/Studio/Web/common.js"
};
static const unsigned char studio_space_js[] = {
#embed "../../Doors/Studio/Web/space.js"
};
static const unsigned char studio_virtual_js[] = {
#embed "../../Doors/Studio/Web/virtual.js"
};
static const unsigned char studio_motion_js[] = {
#embed "../../Doors/Studio/Web/motion.js"
};
static const unsigned char studio_phonefigures_js[] = {
#embed "../../Doors/Studio/Web/phonefigures.js"
};
static const unsigned char studio_notebooks_js[] = {
#embed "../../Doors/Studio/Web/notebooks.js"
};
static const unsigned char studio_draw_js[] = {
#embed "../../Doors/Studio/Web/draw.js"
};
static const unsigned char studio_wave_js[] = {
#embed "../../Doors/Studio/Web/wave.js"
};
static const unsigned char studio_record_js[] = {
#embed "../../Doors/Studio/Web/record.js"
};
static const unsigned char studio_calibrate_js[] = {
#embed "../../Doors/Studio/Web/calibrate.js"
};
static const unsigned char studio_turn_js[] = {
#embed "../../Doors/Studio/Web/turn.js"
};
static const unsigned char phonelink_phone_html[] = {
#embed "../../Doors/PhoneLink/Web/phone.html"
};
static const unsigned char phonelink_phone_css[] = {
#embed "../../Doors/PhoneLink/Web/phone.css"
};
static const unsigned char phonelink_phone_js[] = {
#embed "../../Doors/PhoneLink/Web/phone.js"
};
static const unsigned char phonelink_queue_js[] = {
#embed "../../Doors/PhoneLink/Web/queue.js"
};
static const unsigned char preview_live_js[] = {
#embed "../../Doors/Preview/Web/live.js"
};
static const unsigned char jupyterkernel_logo_svg_svg[] = {
#embed "../../Doors/JupyterKernel/Logo/logo-svg.svg"
};
static const unsigned char jupyterkernel_logo_32x32_png[] = {
#embed "../../Doors/JupyterKernel/Logo/logo-32x32.png"
};
static const unsigned char jupyterkernel_logo_64x64_png[] = {
#embed "../../Doors/JupyterKernel/Logo/logo-64x64.png"
};
static const unsigned char jupyterkernel_gimbal_papermill_py[] = {
#embed "../../Doors/JupyterKernel/Papermill/gimbal_papermill.py"
};
static const unsigned char preview_preview_js[] = {
#embed "../../Doors/Preview/Web/preview.js"
};
static const unsigned char preview_preview_css[] = {
#embed "../../Doors/Preview/Web/preview.css"
};
static const unsigned char drawings_film_js[] = {
#embed "../../Pages/Drawings/Web/film.js"
};
static const unsigned char drawings_turning_js[] = {
#embed "../../Pages/Drawings/Web/turning.js"
};
static const unsigned char drawings_picture_py[] = {
#embed "../../Pages/Drawings/Web/picture.py"
};
static const unsigned char reports_guess_js[] = {
#embed "../../Pages/Reports/Web/guess.js"
};
static const unsigned char reports_exploring_js[] = {
#embed "../../Pages/Reports/Web/exploring.js"
};
static const unsigned char reports_exploring_css[] = {
#embed "../../Pages/Reports/Web/exploring.css"
};
static const unsigned char reports_slides_js[] = {
#embed "../../Pages/Reports/Web/slides.js"
};
static const unsigned char reports_slides_html[] = {
#embed "../../Pages/Reports/Web/slides.html"
};
static const unsigned char reports_slides_css[] = {
#embed "../../Pages/Reports/Web/slides.css"
};
static const unsigned char reports_veiling_js[] = {
#embed "../../Pages/Reports/Web/veiling.js"
};
static const unsigned char reports_copying_js[] = {
#embed "../../Pages/Reports/Web/copying.js"
};
static const unsigned char reports_page_css[] = {
#embed "../../Pages/Reports/Web/page.css"
};
static const unsigned char reports_paper_css[] = {
#embed "../../Pages/Reports/Web/paper.css"
};
static const unsigned char reports_lessons_css[] = {
#embed "../../Pages/Reports/Web/lessons.css"
};
static const unsigned char book_place_js[] = {
#embed "../../Course/Book/Web/place.js"
};
static const unsigned char book_search_js[] = {
#embed "../../Course/Book/Web/search.js"
};
static const unsigned char book_peek_js[] = {
#embed "../../Course/Book/Web/peek.js"
};
static const unsigned char book_book_css[] = {
#embed "../../Course/Book/Web/book.css"
};
static const unsigned char marks_marks_css[] = {
#embed "../../Course/Marks/Web/marks.css"
};
static const unsigned char grids_grid_css[] = {
#embed "../../Pages/Grids/Web/grid.css"
};
static const unsigned char grids_columns_py[] = {
#embed "../../Pages/Grids/Web/columns.py"
};
static const unsigned char reportexport_word_py[] = {
#embed "../../Pages/ReportExport/Programs/word.py"
};
static const unsigned char reportexport_style_typ[] = {
#embed "../../Pages/ReportExport/Programs/style.typ"
};
static const unsigned char reportexport_prose_lua[] = {
#embed "../../Pages/ReportExport/Programs/prose.lua"
};
static const unsigned char reportexport_opening_py[] = {
#embed "../../Pages/ReportExport/Programs/opening.py"
};
static const unsigned char reportexport_paper_py[] = {
#embed "../../Pages/ReportExport/Programs/paper.py"
};
static const unsigned char reportexport_slides_typ[] = {
#embed "../../Pages/ReportExport/Programs/slides.typ"
};
static const unsigned char reportexport_slides_py[] = {
#embed "../../Pages/ReportExport/Programs/slides.py"
};
static const unsigned char reportexport_book_typ[] = {
#embed "../../Pages/ReportExport/Programs/book.typ"
};
static const unsigned char reportexport_citations_lua[] = {
#embed "../../Pages/ReportExport/Programs/citations.lua"
};
static const unsigned char reportexport_formulas_lua[] = {
#embed "../../Pages/ReportExport/Programs/formulas.lua"
};
static const unsigned char reportexport_boxes_lua[] = {
#embed "../../Pages/ReportExport/Programs/boxes.lua"
};
static const unsigned char reportexport_reader_lua[] = {
#embed "../../Pages/ReportExport/Programs/reader.lua"
};
static const unsigned char reportexport_tables_lua[] = {
#embed "../../Pages/ReportExport/Programs/tables.lua"
};
static const unsigned char jupyterkernel_figure_css[] = {
#embed "../../Doors/JupyterKernel/Web/figure.css"
};

#define ENTRY(name, array) {name, array, sizeof array}
static const struct embedded_file files[] = {
    ENTRY("Studio/studio.html", studio_studio_html),
    ENTRY("Studio/studio.css", studio_studio_css),
    ENTRY("Studio/studio.js", studio_studio_js),
    ENTRY("Studio/common.js", studio_common_js),
    ENTRY("Studio/space.js", studio_space_js),
    ENTRY("Studio/virtual.js", studio_virtual_js),
    ENTRY("Studio/motion.js", studio_motion_js),
    ENTRY("Studio/phonefigures.js", studio_phonefigures_js),
    ENTRY("Studio/notebooks.js", studio_notebooks_js),
    ENTRY("Studio/draw.js", studio_draw_js),
    ENTRY("Studio/wave.js", studio_wave_js),
    ENTRY("Studio/record.js", studio_record_js),
    ENTRY("Studio/calibrate.js", studio_calibrate_js),
    ENTRY("Studio/turn.js", studio_turn_js),
    ENTRY("PhoneLink/phone.html", phonelink_phone_html),
    ENTRY("PhoneLink/phone.css", phonelink_phone_css),
    ENTRY("PhoneLink/phone.js", phonelink_phone_js),
    ENTRY("PhoneLink/queue.js", phonelink_queue_js),
    ENTRY("Preview/live.js", preview_live_js),
    ENTRY("JupyterKernel/logo-svg.svg", jupyterkernel_logo_svg_svg),
    ENTRY("JupyterKernel/logo-32x32.png", jupyterkernel_logo_32x32_png),
    ENTRY("JupyterKernel/logo-64x64.png", jupyterkernel_logo_64x64_png),
    ENTRY("JupyterKernel/gimbal_papermill.py", jupyterkernel_gimbal_papermill_py),
    ENTRY("Preview/preview.js", preview_preview_js),
    ENTRY("Preview/preview.css", preview_preview_css),
    ENTRY("Drawings/film.js", drawings_film_js),
    ENTRY("Drawings/turning.js", drawings_turning_js),
    ENTRY("Drawings/picture.py", drawings_picture_py),
    ENTRY("Reports/guess.js", reports_guess_js),
    ENTRY("Reports/exploring.js", reports_exploring_js),
    ENTRY("Reports/exploring.css", reports_exploring_css),
    ENTRY("Reports/slides.js", reports_slides_js),
    ENTRY("Reports/slides.html", reports_slides_html),
    ENTRY("Reports/slides.css", reports_slides_css),
    ENTRY("Reports/copying.js", reports_copying_js),
    ENTRY("Reports/veiling.js", reports_veiling_js),
    ENTRY("Reports/page.css", reports_page_css),
    ENTRY("Reports/paper.css", reports_paper_css),
    ENTRY("Reports/lessons.css", reports_lessons_css),
    ENTRY("Book/place.js", book_place_js),
    ENTRY("Book/search.js", book_search_js),
    ENTRY("Book/peek.js", book_peek_js),
    ENTRY("Book/book.css", book_book_css),
    ENTRY("Marks/marks.css", marks_marks_css),
    ENTRY("Grids/grid.css", grids_grid_css),
    ENTRY("Grids/columns.py", grids_columns_py),
    ENTRY("ReportExport/word.py", reportexport_word_py),
    ENTRY("ReportExport/style.typ", reportexport_style_typ),
    ENTRY("ReportExport/prose.lua", reportexport_prose_lua),
    ENTRY("ReportExport/opening.py", reportexport_opening_py),
    ENTRY("ReportExport/paper.py", reportexport_paper_py),
    ENTRY("ReportExport/slides.typ", reportexport_slides_typ),
    ENTRY("ReportExport/slides.py", reportexport_slides_py),
    ENTRY("ReportExport/book.typ", reportexport_book_typ),
    ENTRY("ReportExport/citations.lua", reportexport_citations_lua),
    ENTRY("ReportExport/formulas.lua", reportexport_formulas_lua),
    ENTRY("ReportExport/boxes.lua", reportexport_boxes_lua),
    ENTRY("ReportExport/reader.lua", reportexport_reader_lua),
    ENTRY("ReportExport/tables.lua", reportexport_tables_lua),
    ENTRY("JupyterKernel/figure.css", jupyterkernel_figure_css),
};

const struct embedded_file *embedded_file(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (strcmp(files[i].name, name) == 0) return &files[i];
  return NULL;
}
