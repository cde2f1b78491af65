import type { Page } from '@playwright/test';

/** A control of a page: its element, what it is called, and which of those that have both in common. */
export type Control = {
  tag: string;
  name: string;
  nth: number;
  kind: 'closer' | 'other';
  /** It sends a form. Others with the same name are the same part of the product. */
  sends: boolean;
};

/** What a tap presses, but links, and fields that are typed into. */
const controlSelector =
  'button, summary, [role=button], [role=switch], [role=tab], [role^=menuitem], label:has(input[type=checkbox])';

/** Runs in the page: the controls of it, each with its name. */
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
 * The controls that can be seen and are on. Of rows that repeat, and of controls with the same first words, the first. `layer` is
 * what is open over the page, else the page itself is meant.
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

/** Presses a control once, as a screen reader does: without a place, so that the page takes the next press at once. */
export const press = (page: Page, control: Control): Promise<void> =>
  page.evaluate((wanted) => window.controlHere(wanted)?.click(), control);

/** The middle of a control, once it is in the middle of the screen and has stopped moving; null when something covers it. */
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

/** What a tap can change: the address, what is open over the page, and every switch, box and part that opens. */
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
