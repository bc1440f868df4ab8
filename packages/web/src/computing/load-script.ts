const loading = new Map<string, Promise<void>>();

/** Loads a script of the page's own, once. By an element: this works from a file, too, where a fetch does not. */
export function loadScript(path: string): Promise<void> {
  const known = loading.get(path);
  if (known !== undefined) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const element = document.createElement("script");
    element.src = new URL(path, document.baseURI).href;
    element.onload = () => resolve();
    element.onerror = () => {
      // Who tries again may have a network again.
      loading.delete(path);
      element.remove();
      reject(new Error(`${path} could not be loaded. Is the page complete, and its server still there?`));
    };
    document.head.append(element);
  });
  loading.set(path, loaded);
  return loaded;
}
