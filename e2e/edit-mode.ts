import { expect, type Page } from '@playwright/test';
import type { Translate } from '../src/domain/i18n/texts.ts';
import type { StepId } from '../src/domain/questionnaire/answers.ts';
import { stepOf } from '../src/domain/questionnaire/definition.ts';
import { QuestionnairePage } from './questionnaire-page.ts';

/** Page object of the edit mode. */
export class EditMode {
  readonly page: Page;
  private readonly t: Translate;
  readonly steps: QuestionnairePage;

  constructor(page: Page, t: Translate) {
    this.page = page;
    this.t = t;
    this.steps = new QuestionnairePage(page, t);
  }

  async openHub(): Promise<void> {
    await this.page.goto('/my-acp/edit');
    await this.isAtHub();
  }

  async isAtHub(): Promise<void> {
    await expect(this.page).toHaveURL(/\/my-acp\/edit(\?|$)/);
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(this.t('editHub.title'));
  }

  /** The control that leads from the hub to a step. */
  way(step: StepId) {
    return this.page
      .getByRole('main')
      .getByRole('link', { name: this.t('editHub.edit', { section: this.t(stepOf(step).name) }) });
  }

  async isAtStep(step: StepId): Promise<void> {
    await expect(this.page).toHaveURL(new RegExp(`/questionnaire/${step}\\?editStep=${step}(&page=\\d+)?$`));
    await this.steps.hasTitleOf(step);
  }

  async isAtConfirmation(step: StepId): Promise<void> {
    await expect(this.page).toHaveURL(`/questionnaire/step9?editStep=${step}`);
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(this.t('editStep.confirm.title'));
  }

  /** Opens a step from the hub and waits until it is loaded. */
  async enter(step: StepId): Promise<void> {
    await this.openHub();
    await this.way(step).click();
    await this.isAtStep(step);
  }

  /** Changes the first field of step 7 and continues to the confirmation. */
  async rewrite(words: string): Promise<void> {
    await this.enter('step7');
    await this.steps.box('explanations').fill(words);
    await this.steps.save();
    await this.isAtConfirmation('step7');
  }

  get confirm() {
    return this.page
      .getByRole('main')
      .getByRole('button', { name: this.t('editStep.confirm.button'), exact: true });
  }

  /** The update message after confirming. */
  get updated() {
    return this.page.getByRole('dialog', { name: this.t('confirmation.title') });
  }
}
