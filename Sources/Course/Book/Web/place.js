(() => {
  const side = document.querySelector(".side"), here = side?.querySelector("nav [aria-current]");
  if (here && side.scrollHeight > side.clientHeight)
    side.scrollTop = Math.max(0, here.getBoundingClientRect().top - side.getBoundingClientRect().top - side.clientHeight / 3);
})();
