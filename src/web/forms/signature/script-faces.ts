/** The script face of typed signatures, and its Chinese companion. */
export const scriptFaces = '"Dancing Script", "LXGW WenKai Lite"';

/** Longest wait for the faces, in milliseconds. A signature is drawn without them afterwards. */
const patienceMs = 4_000;

const chinese = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u;

/**
 * Loads the faces for the letters of a name: those files of them that have its letters. Never fails; what does not arrive is drawn
 * in the fonts of the page.
 */
export async function loadScriptFaces(name: string): Promise<void> {
  const wait = new Promise<void>((resolve) => {
    setTimeout(resolve, patienceMs);
  });
  await Promise.race([load(name).catch(() => undefined), wait]);
}

async function load(name: string): Promise<void> {
  // The list of files of the Chinese face is long, so it waits for the first Chinese name.
  await Promise.allSettled([
    import('@fontsource/dancing-script/400.css'),
    ...(chinese.test(name) ? [import('lxgw-wenkai-lite-webfont/lxgwwenkailite-regular.css')] : []),
  ]);
  await document.fonts.load(`96px ${scriptFaces}`, name);
}
