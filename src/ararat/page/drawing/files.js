// Where files are: each version of the page has a folder of its own, which index.html names.

/** The address of a file. @param {string} path */
export const file = (path) => `${document.documentElement.dataset.files}/${path}`;
