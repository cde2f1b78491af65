import type { Page } from '@playwright/test';

/** A control of a page: its element, its name, and its index among controls with the same element and name. */
export type Control = {
  tag: string;
  name: string;
  nth: number;
  kind: 'closer' | 'other';
  /** It submits a form. Others with the same name are the same part of the product. */
  sends: boolean;
};

/** Elements that a tap activates, except links and text fields. */
const controlSelector =
  'button, summary, [role=button], [role=switch], [role=tab], [role^=menuitem], label:has(input[type=checkbox])';

/** Returns the controls of the page with their names. Runs in the page. */
const namedControls = `(() => {
  window.controlsHere = () => [...document.querySelectorAll(${JSON.stringify(controlSelector)})].map((element) => ({
    element,
    name: (element.ariaLabel ?? element.textContent).replaceAll(/\\s+/g, ' ').trim(),
  }));
  window.controlHere = ({ tag, name, nth }) =>
    window.controlsHere().filter((each) => each.element.tagName === tag && each.name === name)[nth]?.element;
})()`;

declare global {
  interface Window {
    controlsHere: () => { element: HTMLElement; name: string }[];
    controlHere: (control: Pick<Control, 'tag' | 'name' | 'nth'>) => HTMLElement | undefined;
  }
}

/** Prepares a page for the functions of this file, before it is opened. */
export const findControls = (page: Page) => page.addInitScript(namedControls);

/**
 * The visible, enabled controls. Of repeated rows, and of controls with the same first words, only the first. `layer` selects
 * the controls of the layer over the page; otherwise those of the page.
 */
export const controlsOf = (page: Page, place: 'page' | 'layer'): Promise<Control[]> =>
  page.evaluate((where) => {
    const layer = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].at(-1);
    const seen = new Set<string>();
    const all = window.controlsHere();
    return all.flatMap(({ element, name }, at) => {
      const isThere =
        where === 'layer' ? layer?.contains(element) : !element.closest('[role=dialog], [role=menu]');
      const { width, height } = element.getBoundingClientRect();
      const isOff =
        element.ariaDisabled === 'true' ||
        element.matches(':disabled, [inert] *, [aria-hidden=true] *') ||
        (element instanceof HTMLLabelElement && element.control?.matches(':disabled'));
      const isSeen = width > 4 && height > 4 && element.checkVisibility({ visibilityProperty: true });
      if (!isThere || isOff || !isSeen) return [];
      const isInRow =
        element.closest('tbody tr, li, fieldset') !== null && !element.role?.startsWith('menuitem');
      const first = isInRow ? name.split(/[\s:：]/)[0] : name.split(/[:：]/)[0];
      const key = `${element.tagName} ${element.className} ${first}`;
      if (seen.has(key)) return [];
      seen.add(key);
      const closes =
        element.matches('.modalhead .iconbtn') ||
        (element.matches('.modalfoot .btn.two, .modalfoot .btn.text') &&
          /^(Cancel|Close|Not now|Keep)/.test(name));
      const tag = element.tagName;
      const nth = all
        .slice(0, at)
        .filter((each) => each.element.tagName === tag && each.name === name).length;
      return [
        {
          tag,
          name,
          nth,
          kind: closes ? ('closer' as const) : ('other' as const),
          sends: element.matches('[type=submit]'),
        },
      ];
    });
  }, place);

/** Activates a control once as a screen reader does: without coordinates, so that the page accepts the next press at once. */
export const press = (page: Page, control: Control): Promise<void> =>
  page.evaluate((wanted) => window.controlHere(wanted)?.click(), control);

/** Centre of a control, after it was scrolled to the middle and has stopped moving; null if something covers it. */
export const middleOf = (page: Page, control: Control): Promise<{ x: number; y: number } | null> =>
  page.evaluate(async (wanted) => {
    let before = '';
    for (let same = 0, frames = 0; frames < 120; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const element = window.controlHere(wanted);
      element?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const now = JSON.stringify(element?.getBoundingClientRect());
      same = now === before ? same + 1 : 0;
      before = now;
      if (!element || same < 3) continue;
      const { x, y, width, height } = element.getBoundingClientRect();
      const middle = { x: x + width / 2, y: y + height / 2 };
      const hit = document.elementFromPoint(middle.x, middle.y);
      if (hit && (element.contains(hit) || hit.contains(element))) return middle;
    }
    return null;
  }, control);

/** State that a tap can change: the address, the layers over the page, and every switch, check box and disclosure. */
export const stateOf = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const nameOf = (element: HTMLElement) =>
      element.ariaLabel ??
      element
        .getAttribute('aria-labelledby')
        ?.split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ') ??
      '';
    const flags = ['expanded', 'pressed', 'selected', 'checked', 'sort', 'current'].map(
      (flag) => `aria-${flag}`,
    );
    return {
      address: location.pathname + location.search,
      layers: all('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]').map(
        (layer) => `${layer.role}: ${nameOf(layer)}`,
      ),
      flags: flags.flatMap((flag) => all(`[${flag}]`).map((each) => `${flag}=${each.getAttribute(flag)}`)),
      ticked: all('input[type=checkbox], input[type=radio]').map(
        (each) => (each as HTMLInputElement).checked,
      ),
      opened: all('details').map((each) => (each as HTMLDetailsElement).open),
      looks: [document.documentElement.lang, ...Object.values(document.documentElement.dataset)],
    };
  });

export type PageState = Awaited<ReturnType<typeof stateOf>>;
