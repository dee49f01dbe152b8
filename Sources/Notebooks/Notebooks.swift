// Notebooks
