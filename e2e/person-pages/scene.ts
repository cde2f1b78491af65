import type { Page } from '@playwright/test';
import type { Language, PlainTextKey, Translate } from '../../src/domain/i18n/texts.ts';
import type { TestPerson, TestPersonSpec } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import type { Reader, State } from './states.ts';

/** How a dialog is opened on its page. `send` is the button that sends its form without entries. */
export type Opening = {
  name: string;
  open: (place: { page: Page; t: Translate }) => Promise<unknown>;
  send?: PlainTextKey;
};

/** One page in one state. */
export type Scene = {
  address: string;
  reader: Reader;
  state: State;
  /** Shown on narrow screens only. */
  narrow?: true;
  /** The dialog that is opened on the page. */
  opens?: Opening;
};

export type SceneTools = {
  page: Page;
  t: Translate;
  language: Language;
  app: TestApp;
  newCustomer: (spec?: TestPersonSpec) => Promise<TestPerson>;
};

/** A page without script in one state. `visit` opens it. */
export type PlainScene = { name: string; state: State; visit: (world: SceneTools) => Promise<void> };
