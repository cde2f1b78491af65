import type { Locator, Page } from '@playwright/test';
import { fullAnswers } from '../../testing/people.ts';
import { savedPlan, signed } from '../saved-plan.ts';
import { asks, escapeFrom, expect, main, test } from '../wattle.ts';

/** True if an element shows a focus ring: an outline or a shadow around it, on itself or on its card. */
function showsFocus(focused: Locator): Promise<boolean> {
  return focused.evaluate((element) => {
    const drawn = (part: typeof element) => {
      const { outlineStyle, outlineWidth, boxShadow } =
        part.ownerDocument.defaultView!.getComputedStyle(part);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
    };
    const label = element.closest('label');
    return drawn(element) || (label !== null && drawn(label));
  });
}

/** Presses Tab until the target has focus, as a person without a mouse does. Each stop on the way must be visible. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) {
      expect(await showsFocus(target), 'focus can be seen').toBe(true);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`Tab never reached ${String(target)}`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test(`signing in, three steps with a note, and signing work without a mouse [SIGNIN-01, QSTEP1-01, QSTEP3-01, QSTEP4-06, QSTEP9-08, QSTEP9-16, LAYOUT-09] ${main}`, async ({
  page,
  questionnaire,
  newCustomer,
  app,
}) => {
  test.slow();
  const { firstName: _, minimumQolList: __, cannotHear: ___, ...most } = fullAnswers();
  const who = await newCustomer({ plan: { status: 'draft', answers: most } });
  const { keyboard } = page;

  await test.step('signing in', async () => {
    await page.goto('/login');
    await tabTo(page, page.getByRole('textbox', { name: 'Email' }));
    await keyboard.type(who.email);
    await tabTo(page, page.getByRole('textbox', { name: 'Password' }));
    await keyboard.type(who.password);
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('to the first open step', async () => {
    await press(page, page.getByRole('link', { name: 'Carry on with step 1' }));
    await questionnaire.isAt('step1');
    // At the missing answer (D-36).
    await expect(questionnaire.box('firstName')).toBeFocused();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('Margaret');
    await keyboard.press('Enter');
    await questionnaire.isAt('step2');
    await press(page, questionnaire.saveButton);
  });

  await test.step('what matters most', async () => {
    await questionnaire.isAt('step3');
    await press(page, questionnaire.option('minimumQolList', 'Having a laugh'), 'Space');
    await expect(questionnaire.option('minimumQolList', 'Having a laugh')).toBeChecked();
    await press(page, questionnaire.saveButton);
  });

  await test.step('an answer with the arrow keys, and a note', async () => {
    await questionnaire.isAt('step4');
    await tabTo(page, questionnaire.option('cannotHear', 'Life is not worth living'));
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await expect(questionnaire.option('cannotHear', 'Life is still worth living')).toBeChecked();
    await press(page, questionnaire.note('cannotHear'));
    const dialog = page.getByRole('dialog', { name: 'Your note' });
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await keyboard.type('Write it down for me.');
    // Focus stays inside the dialog.
    for (let presses = 0; presses < 8; presses += 1) {
      await keyboard.press('Tab');
      await expect(dialog.locator(':focus')).toHaveCount(1);
    }
    await press(page, dialog.getByRole('button', { name: 'Save note' }));
    await expect(questionnaire.note('cannotHear')).toBeFocused();
    await keyboard.press('Enter');
    await escapeFrom(page, dialog);
    await expect(questionnaire.note('cannotHear')).toBeFocused();
    await press(page, questionnaire.saveButton);
    await questionnaire.isAt('step5');
  });

  await test.step('signing with the typed name', async () => {
    await press(page, page.getByRole('link', { name: /Check and sign/ }));
    await questionnaire.isAt('step9');
    await press(page, questionnaire.option('completeAll', 'voluntary choices with no coercion'), 'Space');
    await press(
      page,
      questionnaire.option('confirmationAcknowledgement', 'believe I have capacity'),
      'Space',
    );
    await tabTo(page, questionnaire.box('confirmName'));
    await keyboard.type('Margaret Doyle');
    await press(page, page.getByRole('button', { name: 'Sign here' }));
    await press(
      page,
      questionnaire.signatureDialog.getByRole('button', { name: 'Use my typed name instead' }),
    );
    await tabTo(page, questionnaire.signatureDialog.getByRole('textbox'), 'Shift+Tab');
    await press(page, questionnaire.signatureDialog.getByRole('button', { name: 'Save signature' }));
    await expect(questionnaire.signatureDialog).toBeHidden();
    await press(page, questionnaire.saveButton);
    await escapeFrom(page, page.getByRole('dialog', { name: 'All done!' }));
    await expect(page).toHaveURL('/questionnaire/step9b');
  });
  expect(await savedPlan(app, who)).toMatchObject({
    status: 'complete',
    answers: { firstName: 'Margaret', cannotHear_note: 'Write it down for me.' },
  });
});

test('the first Tab offers to skip to the content, past the bar and the menu', async ({ page, signedIn }) => {
  await signedIn();
  for (const address of ['/dashboard', '/questionnaire/step1']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the main content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  }
});

test('the account menu opens, moves and closes by keyboard, and returns focus [LAYOUT-04, LAYOUT-07]', async ({
  page,
  signedIn,
}) => {
  await signedIn();
  await page.goto('/dashboard');
  const name = page.getByRole('button', { name: /Your account menu/ });
  await press(page, name);
  const menu = page.getByRole('menu', { name: 'Your account menu' });
  await expect(menu.getByRole('menuitem', { name: 'Complete my ACP' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(menu.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await escapeFrom(page, menu);
  await expect(name).toBeFocused();
});

test('after a failed try focus is on the error summary, and each line leads to its field', async ({
  page,
  questionnaire,
  signedIn,
}) => {
  await signedIn({ firstName: '', lastName: '' });
  await questionnaire.open('step2');
  await questionnaire.box('dob').fill('31/02/1950');
  await questionnaire.box('postcode').fill('1');
  await press(page, questionnaire.saveButton);
  await expect(questionnaire.problems).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(questionnaire.box('dob')).toBeFocused();
});

test('the title of a page has focus after navigation, also when its data loads late', async ({
  page,
  signedIn,
}) => {
  await signedIn(signed());
  await page.goto('/need-help');
  await page.route('**/api/graphql', async (route) => {
    if (asks('getActiveAcpsByUserId')(route.request()))
      await new Promise((resolve) => setTimeout(resolve, 500));
    await route.fallback();
  });
  for (const [link, title] of [
    ['Dashboard', /^Good/],
    ['My plan', 'My plan'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Your pages' }).getByRole('link', { name: link }).click();
    const heading = page.getByRole('heading', { level: 1, name: title });
    await expect(page.getByRole('main').getByText('Complete').first()).toBeVisible();
    await expect(heading).toBeFocused();
  }
});
