/** Time for which nothing behind a closed layer can be pressed, in milliseconds. */
export const shieldMs = 500;

/** Side of the square that is covered where a control was pressed, in pixels. The second tap of a trembling hand is inside it. */
const pressedSquarePx = 64;

/**
 * Controls that count one press only, however often they are tapped. Boxes of questions drop the second tap themselves
 * (`useEcho`).
 */
const controls =
  'button, a[href], summary, [role=button], [role^=menuitem], [role=option], [role=switch], [data-one-tap]';

/** Place and time of a press of a control by a pointer. */
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

/** A held key repeats: the key that closed a layer would then press the control that regains focus. */
const swallowHeldKey = (event: KeyboardEvent) => {
  const isTyped = event.target instanceof HTMLTextAreaElement;
  if (event.repeat && !isTyped && (event.key === 'Enter' || event.key === ' ')) swallow(event);
};

function makeElement(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'shield';
  // React Aria makes everything outside a dialog inert except elements with this attribute, and does not treat presses on them as
  // presses outside a menu.
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
 * Covers the page, or a square around a point, with a transparent element that takes all presses of pointers for `shieldMs`.
 * Keyboards and screen readers still reach the page, except with a held key. A second call restarts the time; a square never
 * replaces a cover of the whole page.
 */
function raise(around?: { x: number; y: number }): void {
  if (around && raised && !raised.element.style.width) return;
  const element = raised?.element ?? document.body.appendChild(makeElement());
  // A timer of an earlier call must not end a later cover.
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
  // An animation follows the time of the display, which no script blocks; the timer ends the cover if nothing is drawn.
  element.animate([], { duration: shieldMs }).finished.then(end, () => undefined);
  setTimeout(end, shieldMs);
}

/** Keeps the second tap of the press that closed a layer from the elements behind the layer. */
export const shieldBehind = (): void => raise();

/** Returns the current press of a pointer; undefined if the last one was long ago, or a key was pressed. */
export const pressNow = (): Press | undefined =>
  lastPress && performance.now() - lastPress.at < shieldMs ? lastPress : undefined;

/** Keeps further taps of a press from the elements that replaced the pressed control. */
export function shieldPressed(press: Press | undefined): void {
  if (press) raise(press);
}

if (typeof document !== 'undefined')
  addEventListener(
    'click',
    // Presses by keys and screen readers have no position (`detail` is 0).
    ({ target, clientX, clientY, detail }) => {
      if (detail === 0 || !(target instanceof Element) || !target.closest(controls)) return;
      lastPress = { x: clientX, y: clientY, at: performance.now() };
      raise(lastPress);
    },
    { capture: true },
  );
