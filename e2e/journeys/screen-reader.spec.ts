import { fullAnswers } from '../../testing/people.ts';
import { ScreenReader } from './screen-reader.ts';
import { expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

/** Screen reader output: in brackets the group or dialog that focus enters, in parentheses the announcement of a live region. */
const announced = {
  en: [
    'Email, textbox, required',
    'There are 2 things to fix, group',
    'Email, textbox, required, invalid, Enter an email address',
    '(Signing you in)',
    'Welcome back, Margaret, heading 1',
    '(Step 4 of 10)',
    '[2 If I could not hear, radiogroup, required, Think of not hearing at all, even with hearing aids.]',
    'Life is not worth living, radio',
    'Life is not worth living, radio, checked',
    'Add a note: If I could not hear, button',
    '[Your note, dialog]',
    'Anything you want people to know about this answer, textbox, A note is up to you. Use your own words. People will read it with your answer.',
    'Anything you want people to know about this answer, textbox, invalid, A note is up to you. Use your own words. People will read it with your answer. Your text is too long. Please use 2000 characters or fewer.',
    '(Note saved)',
    '[2 If I could not hear, radiogroup, required, Think of not hearing at all, even with hearing aids.]',
    'Edit note: If I could not hear, button, Frank',
    '[16 If I did not recognise the people close to me, radiogroup, required, Think of not knowing your family or closest friends when they are with you.]',
    'Life is not worth living, radio',
    '(Help: You have answered question 16. Here is more about it, if you want it.)',
    '(Help is closed. You are back at your question.)',
    '(Saving)',
    '(Step 4 saved)',
    'CPR and treatments, heading 1, Step 5 of 10',
    'Check and sign, heading 1, Step 10 of 10',
    '[Tick what is true for you, group, Tick one or both.]',
    'I made these choices myself. Nobody forced or pushed me., checkbox, checked',
    '[Can you make these decisions?, radiogroup, required, You can make a decision if you can understand it, remember it, weigh it up and tell others. This is called capacity.]',
    'I believe that I have capacity to make these decisions, radio, checked',
    'Your full name, textbox, required, Write your name as you sign it.',
    '[Your signature, dialog]',
    'Your signature, image, There is no signature yet. Draw it, or use your typed name.',
    'Type your full name, textbox, required, invalid, Type your name to sign',
    '(Signature saved)',
    '[Your signature, group]',
    'Edit, button',
    '(Saving)',
    'All done!, dialog',
  ],
  zh: [
    '电子邮箱, textbox, required',
    '有 2 处需要改正, group',
    '电子邮箱, textbox, required, invalid, 请填写电子邮箱',
    '(正在登录)',
    'Margaret，欢迎回来, heading 1',
    '(第 4 步，共 10 步)',
    '[2 如果我听不见, radiogroup, required, 请想象完全听不见，戴助听器也没有用。]',
    '这样的日子不值得过, radio',
    '这样的日子不值得过, radio, checked',
    '写备注：如果我听不见, button',
    '[您的备注, dialog]',
    '关于这个回答，您想让别人知道的话, textbox, 写不写都可以。用自己的话写就行，别人会连同您的回答一起看。',
    '关于这个回答，您想让别人知道的话, textbox, invalid, 写不写都可以。用自己的话写就行，别人会连同您的回答一起看。 文字太长了，请不要超过 2000 个字。',
    '(备注已保存)',
    '[2 如果我听不见, radiogroup, required, 请想象完全听不见，戴助听器也没有用。]',
    '修改备注：如果我听不见, button, Frank',
    '[16 如果我认不出亲近的人, radiogroup, required, 请想象家人和最好的朋友在面前，您却认不出。]',
    '这样的日子不值得过, radio',
    '(帮助：您答了第 16 题。如果想多了解一点，可以看看下面的内容。)',
    '(帮助已关闭，您回到了刚才的问题。)',
    '(正在保存)',
    '(第 4 步已保存)',
    '心肺复苏和治疗, heading 1, 第 5 步，共 10 步',
    '核对并签名, heading 1, 第 10 步，共 10 步',
    '[请勾选符合您的情况, group, 勾选一项或两项。]',
    '这些是我自己的选择，没有人强迫或逼我。, checkbox, checked',
    '[您能自己做这些决定吗？, radiogroup, required, 能听懂、记住、衡量，并把决定告诉别人，就是有“做决定的能力”。]',
    '我认为自己有能力做这些决定, radio, checked',
    '您的姓名, textbox, required, 请写您签名时用的姓名。',
    '[您的签名, dialog]',
    '您的签名, image, 还没有签名。请手写，或改用打字。',
    '请打出您的姓名, textbox, required, invalid, 请打出姓名来签名',
    '(签名已保存)',
    '[您的签名, group]',
    '修改, button',
    '(正在保存)',
    '全部完成！, dialog',
  ],
} as const;

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test(`screen reader output from signing in to a signed plan [R-79] [R-73] [QBOT-01] ${mainOnce(language)}`, async ({
      page,
      t,
      questionnaire,
      newCustomer,
    }) => {
      const { cannotHear: _, dontRecognise: __, ...most } = fullAnswers();
      const who = await newCustomer({ plan: { status: 'draft', answers: most } });
      const screenReader = await ScreenReader.on(page);
      const h1 = page.getByRole('heading', { level: 1 });
      await page.goto('/login');
      const email = page.getByRole('textbox', { name: t('signin.email.label') });
      await email.focus();
      await screenReader.focus();
      await page.keyboard.press('Enter');
      await expect(page.locator('.summary-err')).toBeFocused();
      await screenReader.focus();
      await email.focus();
      await screenReader.focus();
      await page.keyboard.type(who.email);
      await page.getByRole('textbox', { name: t('signin.password.label') }).fill(who.password);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/dashboard');
      const carryOn = page.getByRole('main').getByRole('link', { name: t('dash.carryOn', { step: 4 }) });
      // The greeting is shown once the plan was loaded.
      await expect(carryOn).toBeVisible();
      await expect(h1).toBeFocused();
      await screenReader.focus();
      await carryOn.click();
      await questionnaire.isAt('step4');
      // At the missing answer (D-36).
      await expect(questionnaire.option('cannotHear', 'Life is not worth living')).toBeFocused();
      await screenReader.focus();
      await page.keyboard.press('Space');
      await screenReader.focus();
      const note = questionnaire.note('cannotHear');
      await note.focus();
      await screenReader.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: t('note.title') });
      const box = dialog.getByRole('textbox');
      await expect(box).toBeFocused();
      await screenReader.focus();
      await box.fill('x'.repeat(5001));
      await dialog.getByRole('button', { name: t('note.save') }).press('Enter');
      await expect(box).toBeFocused();
      await screenReader.focus();
      await box.fill('Frank');
      await dialog.getByRole('button', { name: t('note.save') }).press('Enter');
      await expect(note).toBeFocused();
      await screenReader.focus();

      // The help that opens automatically is announced, and does not move focus.
      await questionnaire.option('dontRecognise', 'Life is not worth living').focus();
      await screenReader.focus();
      const before = screenReader.lines.length;
      await page.keyboard.press('Space');
      await expect(page.getByRole('region', { name: t('assistant.title'), exact: true })).toBeVisible();
      await expect.poll(() => screenReader.lines.length).toBe(before + 1);
      await page.keyboard.press('Escape');

      await questionnaire.saveButton.press('Enter');
      await questionnaire.isAt('step5');
      await expect(h1).toBeFocused();
      await screenReader.focus();

      await page
        .getByRole('navigation', { name: t('progress.allSteps') })
        .getByRole('link')
        .last()
        .click();
      await questionnaire.isAt('step9');
      await expect(h1).toBeFocused();
      await screenReader.focus();
      await questionnaire.option('completeAll', 'voluntary choices with no coercion').check();
      await screenReader.focus();
      await questionnaire.option('confirmationAcknowledgement', 'believe I have capacity').check();
      await screenReader.focus();
      await questionnaire.box('confirmName').fill('Margaret Doyle');
      await screenReader.focus();
      await page.getByRole('button', { name: t('signatureImage.open') }).press('Enter');
      const pad = questionnaire.signatureDialog;
      await expect(pad).toBeVisible();
      const keep = pad.getByRole('button', { name: t('signature.save') });
      await keep.press('Enter');
      await expect(pad.getByRole('img')).toBeFocused();
      await screenReader.focus();
      await pad.getByRole('button', { name: t('signature.useTyped') }).press('Enter');
      const name = pad.getByRole('textbox');
      await name.fill('');
      await keep.press('Enter');
      await expect(name).toBeFocused();
      await screenReader.focus();
      await name.fill('Margaret Doyle');
      await keep.press('Enter');
      await expect(page.getByRole('button', { name: t('signatureImage.edit') })).toBeFocused();
      await screenReader.focus();
      await questionnaire.saveButton.press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.getByRole('dialog').and(page.locator(':focus-within, :focus'))).toBeVisible();
      await screenReader.focus();
      expect(screenReader.lines).toEqual(announced[language]);
    });
  });
}
