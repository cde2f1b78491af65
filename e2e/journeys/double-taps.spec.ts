import type { CDPSession, Locator, Page } from '@playwright/test';
import { house } from '../customers-house.ts';
import { openGroup } from '../organisation/providers-trees.ts';
import { signed } from '../saved-plan.ts';
import { daniel, susan } from '../screens/contacts-page.ts';
import { doubleTap, shieldGone } from '../taps.ts';
import { bothWidths, expect, main, noteRequests, phone, test } from '../wattle.ts';

test.use({ actionTimeout: 8_000 });

/** Interval between the two taps of a hand, in milliseconds. */
const gapsMs = [240, 350] as const;

/** State that a second tap could change: the address, the layers over the page, and every switch, check box and disclosure. */
const stateOf = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const flags = ['aria-expanded', 'aria-pressed', 'aria-selected', 'aria-sort', 'aria-current'];
    return {
      address: location.pathname + location.search,
      layers: all('[role=dialog], [role=alertdialog], [role=menu]').map((each) => each.textContent),
      flags: flags.flatMap((flag) =>
        all(`main [${flag}]`).map((each) => `${flag}=${each.getAttribute(flag)}`),
      ),
      ticked: all('main input').map((each) => (each as HTMLInputElement).checked),
      opened: all('main details').map((each) => (each as HTMLDetailsElement).open),
      language: document.documentElement.lang,
    };
  });

type Hands = { page: Page; browser: CDPSession; touch: boolean; layer: Locator };

async function handsOf(page: Page): Promise<Hands> {
  return {
    page,
    browser: await page.context().newCDPSession(page),
    touch: (page.viewportSize()?.width ?? 0) < 700,
    layer: page.getByRole('dialog').or(page.getByRole('alertdialog')).last(),
  };
}

/** Controls that close the open layer: X, and the buttons at its foot except the one that submits. */
async function closersOf({ layer }: Hands): Promise<Locator[]> {
  // Consent texts load together with the buttons below them; the menu of pages consists of links.
  await expect(layer.locator('.modalfoot, nav, .btn').first()).toBeVisible();
  const head = layer.locator('.modalhead .iconbtn');
  const foot = layer
    .locator('.modalfoot .btn.two, .modalfoot .btn.text')
    .getByText(/^(Cancel|Close|Not now|Keep)/);
  return [...((await head.count()) > 0 ? [head.first()] : []), ...(await foot.all())];
}

/** Double-taps everything that closes the layer opened by `open`: the page must then be unchanged. */
async function closesOnce(hands: Hands, name: string, open: () => Promise<unknown>): Promise<void> {
  await test.step(name, async () => {
    const { page, browser, touch, layer } = hands;
    await shieldGone(page);
    const before = await stateOf(page);
    let at = 0;
    for (let count = 1; at < count; at += 1) {
      await open();
      const closers = await closersOf(hands);
      count = closers.length;
      expect(count).toBeGreaterThan(0);
      await doubleTap(browser, closers[at]!, { gapMs: gapsMs[at % gapsMs.length]!, touch });
      await expect(layer).toBeHidden();
      expect(await stateOf(page)).toEqual(before);
    }
  });
}

/** Double-taps a switch or disclosure: it must be as after one tap, and one more tap must restore it. */
async function turnsOnce({ page, browser, touch }: Hands, control: Locator, flag: string): Promise<void> {
  await test.step(`${flag} of ${await control.innerText()}`, async () => {
    const read = () =>
      control.evaluate((element, name) => {
        if (name === 'open') return (element.parentElement as HTMLDetailsElement).open;
        if (name === 'checked') return element.querySelector('input')?.checked;
        return element.getAttribute(name);
      }, flag);
    const before = await read();
    for (const gapMs of gapsMs) {
      await doubleTap(browser, control, { gapMs, touch });
      // A busy machine shows the result late.
      await expect.poll(read).not.toBe(before);
      await control.click();
      await shieldGone(page);
      await expect.poll(read).toBe(before);
    }
  });
}

test(
  `a double tap is one press for every customer control that closes, toggles or sends something [S-100, S-101] ${main}`,
  { tag: bothWidths },
  async ({ page, signedIn, t }) => {
    const hands = await handsOf(page);
    const { touch } = hands;
    const who = await signedIn({ ...signed(), contacts: [daniel, susan] });
    const main = page.getByRole('main');
    await page.goto('/trusted-contacts');
    await expect(main.getByText(daniel.name).first()).toBeVisible();
    for (const opener of await main.locator('[aria-haspopup=dialog]').all())
      await closesOnce(hands, (await opener.getAttribute('aria-label')) ?? (await opener.innerText()), () =>
        opener.click(),
      );
    if (touch)
      await closesOnce(hands, 'the menu of small screens', () =>
        page.getByRole('button', { name: t('common.menu'), exact: true }).click(),
      );

    // A double tap must change the emergency page once (two changes would cancel each other).
    const sent = noteRequests(page, 'updateTrustedContactEmergency');
    for (const gapMs of gapsMs) {
      sent.length = 0;
      const leaveOff = main.getByRole('button', {
        name: new RegExp(`^${t('contacts.row.leaveOff')}.*${daniel.name}`),
      });
      await doubleTap(hands.browser, leaveOff, { gapMs, touch });
      const putOn = main.getByRole('button', {
        name: new RegExp(`^${t('contacts.row.putOn')}.*${daniel.name}`),
      });
      await expect(putOn).toBeVisible();
      expect(sent.map(({ variables }) => variables['on_emergency_page'])).toEqual([false]);
      await putOn.click();
      await expect(leaveOff).toBeVisible();
    }

    await page.goto('/my-acp');
    await expect(main.getByRole('button', { name: t('card.renew') })).toBeVisible();
    const mails = noteRequests(page, 'mailMyPlan');
    await doubleTap(hands.browser, main.getByRole('button', { name: t('myAcp.phone.mail') }), {
      gapMs: 350,
      touch,
    });
    await expect(main.getByText(t('myAcp.phone.mailSent', { email: who.email }))).toBeVisible();
    expect(mails).toHaveLength(1);
    await closesOnce(hands, 'a new code and PIN', () =>
      main.getByRole('button', { name: t('card.renew') }).click(),
    );
  },
);

test(
  'a double tap is one press for every staff control that closes, toggles or pages [S-100]',
  { tag: phone },
  async ({ page, app, signedIn }) => {
    const hands = await handsOf(page);
    const id = await house(app, 'Double House');
    const main = page.getByRole('main');
    const { rows } = await openGroup(page, app, signedIn);
    await turnsOnce(hands, main.locator('[aria-pressed]').first(), 'aria-pressed');
    const menuOf = rows.last().getByRole('button', { name: /./ }).and(page.locator('[aria-haspopup=menu]'));
    for (const action of await itemsOf(page, menuOf))
      await closesOnce(hands, action, () => choose(page, menuOf, action));

    await page.goto(`/admin/customers?provider_id=${id}`);
    const actions = page.getByRole('button', { name: 'Actions for Lin Mei Chen' });
    await actions.waitFor();
    for (const action of await itemsOf(page, actions))
      await closesOnce(hands, action, () => choose(page, actions, action));
    await closesOnce(hands, 'Remove', () =>
      page.getByRole('button', { name: 'Remove Lin Mei Chen' }).click(),
    );
    await turnsOnce(hands, main.locator('label[data-one-tap]').filter({ visible: true }).nth(1), 'checked');
  },
);

/** The items of a menu that open a dialog. */
async function itemsOf(page: Page, trigger: Locator): Promise<string[]> {
  await trigger.click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  const items = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  return items.filter((words) => !/^(View|See|Users|Customers|Open)/.test(words));
}

async function choose(page: Page, trigger: Locator, item: string): Promise<void> {
  await trigger.click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
