import { expect, type Locator, type Page } from '@playwright/test';
import type { Translate } from '../src/domain/i18n/texts.ts';
import type { AnswerKey, Answers, StepId } from '../src/domain/questionnaire/answers.ts';
import { shortPages, shortPageWith } from '../src/domain/questionnaire/answering/short-pages.ts';
import { optionOf, questionOf, stepOf } from '../src/domain/questionnaire/definition.ts';
import { optionLabel, questionTitle } from '../src/domain/questionnaire/reading/present.ts';
import type { Question } from '../src/domain/questionnaire/questions/question.ts';
import { beginning, exactly, saying } from './words.ts';
import { errorSummary } from './error-summary.ts';
import { shieldGone } from './taps.ts';

/** Answers of one step: a stored value for each key, as in the plan. */
type StepAnswers = Partial<Answers>;

/** Page object of the questionnaire, by its visible texts. */
export class QuestionnairePage {
  readonly page: Page;
  private readonly t: Translate;

  constructor(page: Page, t: Translate) {
    this.page = page;
    this.t = t;
  }

  /** Opens a step by its address and waits until its questions are shown. */
  async open(step: StepId): Promise<void> {
    await this.page.goto(`/questionnaire/${step}`);
    await this.isAt(step);
  }

  /** Waits until a step is shown. */
  async isAt(step: StepId): Promise<void> {
    await expect(this.page).toHaveURL(new RegExp(`/questionnaire/${step}(\\?page=\\d+)?(#\\w+)?$`));
    await this.hasTitleOf(step);
    if (step === 'step9') await expect(this.saveButton).toBeVisible();
  }

  /** Waits for the title of a step; a small screen shows that of one of its pages. */
  async hasTitleOf(step: StepId): Promise<void> {
    const titles = this.isNarrow ? shortPages(step, 'few').map(({ title }) => title) : [];
    const words = titles.length > 0 ? titles : [`${step}.title` as const];
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(
      exactly(...words.map((key) => this.t(key))),
    );
  }

  /** Whether the screen shows a step in short pages. */
  private get isNarrow(): boolean {
    return (this.page.viewportSize()?.width ?? Infinity) < 1024;
  }

  /** The button that leads to the next page of a step on a small screen. */
  get nextPage(): Locator {
    const name = beginning(this.t('page.next', { name: '' }).trim());
    return this.page.getByRole('main').getByRole('button', { name });
  }

  /** On a small screen, goes to the page with a question of the present step by its buttons. */
  async show(key: AnswerKey): Promise<void> {
    if (!this.isNarrow) return;
    const { pathname, searchParams, hash } = new URL(this.page.url());
    const pages = shortPages(pathname.split('/').at(-1) as StepId, 'few');
    const begun = Math.max(0, shortPageWith(pages, hash.slice(1)));
    const from = searchParams.has('page') ? Number(searchParams.get('page')) - 1 : begun;
    const to = shortPageWith(pages, key);
    // The question of a step that is on the same page.
    if (to < 0) return;
    for (let at = from; at !== to; at += Math.sign(to - from)) {
      await (to > from ? this.nextPage : this.button(this.t('common.back'))).click();
      await this.isAtPage(at + Math.sign(to - from) + 1);
    }
  }

  private async isAtPage(n: number): Promise<void> {
    const numberIn = (address: URL) => (address.hash ? 0 : Number(address.searchParams.get('page') ?? 1));
    await this.page.waitForURL((address) => numberIn(address) === n);
  }

  /** The text of a question as the page shows it. */
  titleOf(key: AnswerKey): string {
    return questionTitle(questionOf(key), { t: this.t, voice: { kind: 'self' } });
  }

  /** The text of a stored answer. */
  labelOf(key: AnswerKey, value: string): string {
    const option = optionOf(questionOf(key), value);
    if (!option) throw new Error(`${key} has no option "${value}"`);
    return optionLabel(option, { t: this.t, voice: { kind: 'self' } });
  }

  /** The options of one question, with their notes. */
  group(key: AnswerKey): Locator {
    const many = questionOf(key).kind === 'choices';
    return this.page.getByRole(many ? 'group' : 'radiogroup', { name: this.titleOf(key) });
  }

  /** One option of a question, by its stored value. */
  option(key: AnswerKey, value: string): Locator {
    const role = questionOf(key).kind === 'choices' ? 'checkbox' : 'radio';
    return this.group(key).getByRole(role, { name: beginning(this.labelOf(key, value)) });
  }

  /** The text field of a free-text question. */
  box(key: AnswerKey): Locator {
    // The accessible name of a numbered question contains its number.
    const exact = questionOf(key).number === undefined;
    return this.page.getByRole('textbox', { name: this.titleOf(key), exact });
  }

  /** Answers questions of the current step, with notes. Answers of other steps are ignored. */
  async answer(step: StepId, answers: StepAnswers): Promise<void> {
    for (const question of stepOf(step).questions) {
      const { key, note } = question;
      if (answers[key] === undefined && !(note && answers[note])) continue;
      await this.show(key);
      await this.answerOne(question, answers);
      if (note && answers[note]) await this.writeNote(key, answers[note]);
    }
  }

  private async answerOne({ key, kind }: Question, answers: StepAnswers): Promise<void> {
    const value = answers[key];
    if (value === undefined || kind === 'signature') return;
    if (Array.isArray(value)) for (const each of value) await this.option(key, each).check();
    else if (kind === 'choice') await this.option(key, value).check();
    else await this.box(key).fill(value);
  }

  /** The button under an answer that adds a note, or the note itself. */
  note(key: AnswerKey): Locator {
    const group = this.group(key);
    return group.getByRole('button', { name: saying(this.t('note.add'), this.t('note.edit')) });
  }

  async writeNote(key: AnswerKey, words: string): Promise<void> {
    await this.show(key);
    await this.note(key).click();
    const dialog = this.page.getByRole('dialog', { name: this.t('note.title') });
    await dialog.getByRole('textbox').fill(words);
    await dialog.getByRole('button', { name: this.t('note.save') }).click();
    await expect(dialog).toBeHidden();
  }

  get saveButton(): Locator {
    const words = [
      'submit.saveStep',
      'submit.saveAndComplete',
      'submit.saveChanges',
      'submit.saving',
    ] as const;
    const name = exactly(...words.map((key) => this.t(key)));
    return this.page.getByRole('main').getByRole('button', { name });
  }

  /** The error summary at the top of the form. */
  get problems(): Locator {
    return errorSummary(this.page);
  }

  /** Saves the step; on a small screen a draft is saved from the last page of the step. */
  async save(): Promise<void> {
    while (!(await this.saveButton.isVisible()) && (await this.nextPage.isVisible())) {
      const before = this.page.url();
      await this.nextPage.click();
      await this.page.waitForURL((address) => address.href !== before);
    }
    await this.saveButton.click();
  }

  /** The "Before" and "Now" texts of a change of a signed plan. */
  get change(): Locator {
    return this.page.getByRole('dialog', { name: this.t('editStep.confirm.title') });
  }

  get confirm(): Locator {
    return this.change.getByRole('button', { name: this.t('editStep.confirm.button'), exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('main').getByRole('button', { name, exact: true }).last();
  }

  /** Fills in the page to sign, except the signature. */
  async confirmAs(name: string): Promise<void> {
    await this.option('completeAll', 'voluntary choices with no coercion').check();
    await this.option('confirmationAcknowledgement', 'believe I have capacity').check();
    await this.box('confirmName').fill(name);
  }

  /** Signs with the typed name, which the dialog converts to a picture. */
  async signByTyping(name: string): Promise<void> {
    await this.page.getByRole('button', { name: this.t('signatureImage.open') }).click();
    const dialog = this.signatureDialog;
    await dialog.getByRole('button', { name: this.t('signature.useTyped') }).click();
    await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('button', { name: this.t('signature.save') }).click();
    await expect(dialog).toBeHidden();
  }

  /** Signs by drawing two strokes with the mouse. */
  async signByDrawing(): Promise<void> {
    await this.page.getByRole('button', { name: this.t('signatureImage.open') }).click();
    await this.draw();
    await this.signatureDialog.getByRole('button', { name: this.t('signature.save') }).click();
    await expect(this.signatureDialog).toBeHidden();
  }

  async draw(): Promise<void> {
    const pad = this.signatureDialog.getByRole('img', { name: this.t('signature.title') });
    await expect(pad).toBeVisible();
    const box = await pad.boundingBox();
    if (!box) throw new Error('The signature pad has no place on the screen');
    await shieldGone(this.page);
    const { mouse } = this.page;
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
    await mouse.move(...at(0.2, 0.6));
    await mouse.down();
    for (const [x, y] of [
      [0.3, 0.3],
      [0.4, 0.7],
      [0.5, 0.3],
      [0.6, 0.7],
      [0.7, 0.4],
    ] as const) {
      await mouse.move(...at(x, y), { steps: 4 });
    }
    await mouse.up();
  }

  get signatureDialog(): Locator {
    return this.page.getByRole('dialog', { name: this.t('signature.title') });
  }
}
