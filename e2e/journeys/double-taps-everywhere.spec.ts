import type { Page } from '@playwright/test';
import { signInAs } from '../every-page/sign-in-as.ts';
import type { Visit } from '../every-page/every-page.ts';
import { firstVisits } from '../every-page/first-visits.ts';
import { isExhaustive } from '../tags.ts';
import { bothWidths, expect, phone, test } from '../wattle.ts';
import type { Control } from './controls.ts';
import { Hand, type Path } from './every-control.ts';

/** Browser windows that tap in parallel: most of the time a page is waiting to accept presses again. */
const hands = 4;

/**
 * All roles at both widths take half an hour, so only exhaustive runs cover them. Other runs tap every page of these customers and these
 * pages of an editor, at the width of a telephone.
 */
const ordinary = ['a customer without a plan', 'a customer with a signed plan', 'an editor of a provider'];
const ordinaryOfEditor = ['/provider/customers', '/provider/customers/$customerId'];

/** A visitor has no account to change, and a viewer has a subset of an editor's controls. */
const readers = Object.entries(firstVisits).filter(
  ([who]) => !/^a (visitor|viewer)/.test(who) && (isExhaustive || ordinary.includes(who)),
);

const isTappedNow = (who: string, page: string) =>
  isExhaustive || who !== 'an editor of a provider' || ordinaryOfEditor.includes(page);

for (const [who, reader] of readers) {
  const pages = reader.pages.filter(({ page }) => isTappedNow(who, page));
  test(
    `two taps count as one press for every control of ${who}, and for the controls in the layers they open [S-100]`,
    { tag: isExhaustive ? bothWidths : phone },
    async ({ browser, context, page, t, app, newCustomer, enter }) => {
      test.setTimeout(600_000);
      const addressOf = await signInAs(reader, { app, newCustomer, enter });
      const storageState = await context.storageState();
      const { width = 0, height = 0 } = page.viewportSize() ?? {};
      const viewport = { width: width > 700 ? 1280 : width, height };
      const tapped = new Set<string>();
      const isTapped = ({ name, sends }: Control) => {
        if (sends) return false;
        const before = tapped.has(name);
        tapped.add(name);
        return before;
      };

      const tapAll = async (visit: Visit): Promise<void> => {
        const window = await browser.newContext({ storageState, viewport });
        const open = async (opened: Page) => {
          await opened.goto(addressOf(visit));
          await expect(visit.ready(opened.getByRole('main'), t)).toBeVisible();
        };
        const hand = await Hand.at(window, open);
        const { state, controls } = await hand.look();
        const tap = async (path: Path): Promise<void> => {
          if ((path[1] ?? path[0]).kind === 'closer') return hand.expectsOnce(path, { state, done: {} });
          const one = await hand.once(path);
          if (!one) return undefined;
          await hand.expectsOnce(path, one);
          if (path[1]) return undefined;
          for (const inside of one.inside)
            if (inside.kind === 'closer' || !isTapped(inside)) await tap([path[0], inside]);
          return undefined;
        };
        for (const control of controls)
          if (!isTapped(control)) await test.step(`${visit.page}: ${control.name}`, () => tap([control]));
        await window.close();
      };
      const waiting = [...pages];
      await Promise.all(
        Array.from({ length: hands }, async () => {
          for (let visit = waiting.shift(); visit; visit = waiting.shift()) await tapAll(visit);
        }),
      );
    },
  );
}
