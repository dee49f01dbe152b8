document.documentElement.classList.add("veiling");
addEventListener("load", () => document.documentElement.classList.remove("veiling"));
