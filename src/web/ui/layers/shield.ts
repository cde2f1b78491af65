/** Time for which nothing behind a closed layer takes a press, in milliseconds. */
export const shieldMs = 500;

/** Side of the square that is covered where a control was pressed, in pixels: the second tap of a hand lands inside it. */
const pressedSquarePx = 64;

/** What is pressed once, however often a hand taps. Boxes of questions drop the second tap themselves (`useEcho`). */
const controls =
  'button, a[href], summary, [role=button], [role^=menuitem], [role=option], [role=switch], [data-one-tap]';

/** Where and when a pointer pressed a control. */
export type Press = { x: number; y: number; at: number };

type Raised = { element: HTMLElement; turn: number };

let raised: Raised | undefined;
let turns = 0;
let lastPress: Press | undefined;

const swallow = (event: Event) => {
  // A prevented press moves no focus.
  event.preventDefault();
  event.stopPropagation();
};

/** A held key repeats: what closed a layer would then press the control that gets focus back. */
const swallowHeldKey = (event: KeyboardEvent) => {
  const isTyped = event.target instanceof HTMLTextAreaElement;
  if (event.repeat && !isTyped && (event.key === 'Enter' || event.key === ' ')) swallow(event);
};

function makeElement(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'shield';
  // React Aria makes everything outside a dialog inert except elements with this attribute, and takes no press on them as one
  // outside a menu.
  element.dataset['reactAriaTopLayer'] = 'true';
  for (const kind of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu'])
    element.addEventListener(kind, swallow);
  return element;
}

function lower(): void {
  raised?.element.remove();
  raised = undefined;
  removeEventListener('keydown', swallowHeldKey, { capture: true });
}

/**
 * Covers the page, or a square around a point, with a transparent element that takes all presses of pointers for `shieldMs`. Keyboards
 * and screen readers reach the page meanwhile, except with a key that is held down. A second call starts the time again; a square never
 * replaces a cover of the whole page.
 */
function raise(around?: { x: number; y: number }): void {
  if (around && raised && !raised.element.style.width) return;
  const element = raised?.element ?? document.body.appendChild(makeElement());
  // A timer of an earlier turn ends nothing.
  const turn = (turns += 1);
  raised = { element, turn };
  const half = pressedSquarePx / 2;
  element.style.cssText = around
    ? `left:${around.x - half}px;top:${around.y - half}px;width:${pressedSquarePx}px;height:${pressedSquarePx}px`
    : 'inset:0';
  addEventListener('keydown', swallowHeldKey, { capture: true });
  const end = () => {
    if (raised?.turn === turn) lower();
  };
  // An animation runs by the time of the screen, which no script stops; the timer ends it where nothing is drawn.
  element.animate([], { duration: shieldMs }).finished.then(end, () => undefined);
  setTimeout(end, shieldMs);
}

/** Keeps the second tap of the press that closed a layer from what is behind the layer. */
export const shieldBehind = (): void => raise();

/** The press of a pointer that is happening; undefined when the last one was long ago, or a key pressed. */
export const pressNow = (): Press | undefined =>
  lastPress && performance.now() - lastPress.at < shieldMs ? lastPress : undefined;

/** Keeps further taps of a press from what shows in its place now. */
export function shieldPressed(press: Press | undefined): void {
  if (press) raise(press);
}

if (typeof document !== 'undefined')
  addEventListener(
    'click',
    // Keys and screen readers press without a place (`detail` is 0).
    ({ target, clientX, clientY, detail }) => {
      if (detail === 0 || !(target instanceof Element) || !target.closest(controls)) return;
      lastPress = { x: clientX, y: clientY, at: performance.now() };
      raise(lastPress);
    },
    { capture: true },
  );
