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
};

const struct embedded_file *embedded_file(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (strcmp(files[i].name, name) == 0) return &files[i];
  return NULL;
}
