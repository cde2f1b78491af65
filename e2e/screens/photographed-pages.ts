import { expect, type Locator, type Page } from '@playwright/test';
import type { Edge } from '../../src/domain/files/photographs.ts';
import type { PlainTextKey, Translate } from '../../src/domain/i18n/texts.ts';
import { TestClient } from '../../testing/client.ts';
import type { TestPerson } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { FilesPage, type Given } from './files-page.ts';

/** Page object of the photographed pages in the dialog of the directive. */
export class PhotographedPages {
  readonly page: Page;
  readonly t: Translate;
  readonly files: FilesPage;
  readonly panel: Locator;
  readonly cards: Locator;

  constructor(page: Page, t: Translate) {
    this.page = page;
    this.t = t;
    this.files = new FilesPage(page, t, 'ACP');
    this.panel = this.files.dialog.getByRole('region', { name: t('upload.pages.title') });
    this.cards = this.panel.locator('li[data-page]');
  }

  async open(): Promise<void> {
    await this.files.open();
    await this.files.dialog.getByRole('button', { name: this.t('upload.pages.choice') }).click();
    await expect(this.panel).toBeVisible();
  }

  /** Chooses photographs as with the browser's own dialog: from memory, or by their paths on the disk. */
  async choose(...photographs: readonly (Given | string)[]): Promise<void> {
    await this.panel.locator('input[type=file][multiple]').setInputFiles(photographs as Given[]);
  }

  /** A page by its place, from 1. */
  card(place: number): Locator {
    return this.cards.nth(place - 1);
  }

  button(key: PlainTextKey): Locator {
    return this.panel.getByRole('button', { name: this.t(key), exact: true });
  }

  bar(edge: Edge): Locator {
    return this.panel.getByRole('slider', { name: this.t(`upload.pages.bar.${edge}`) });
  }

  more(edge: Edge): Locator {
    const name = this.t('upload.pages.more', { edge: this.t(`upload.pages.edge.${edge}`) });
    return this.panel.getByRole('button', { name, exact: true });
  }

  async look(place: number): Promise<void> {
    await this.card(place)
      .getByRole('button', { name: this.t('upload.pages.edit', { page: place }) })
      .click();
  }

  /** Drags a bar by a share of the height of the photograph; up is negative. */
  async drag(edge: Edge, share: number): Promise<void> {
    await this.bar(edge).scrollIntoViewIfNeeded();
    const bar = await this.bar(edge).boundingBox();
    const frame = await this.panel.getByRole('img').first().boundingBox();
    if (!bar || !frame) throw new Error('There is no photograph');
    const [x, y] = [bar.x + bar.width / 2, bar.y + bar.height / 2];
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x, y + share * frame.height, { steps: 5 });
    await this.page.mouse.up();
  }

  async haveArrived(count: number): Promise<void> {
    await expect(this.cards.getByText(this.t('upload.pages.arrived'), { exact: true })).toHaveCount(count);
  }

  /** Makes the document, and waits until it is in the list of files. */
  async send(): Promise<void> {
    await this.button('upload.pages.send').click();
    await expect(this.files.list.getByText(this.t('files.inUse'))).toBeVisible({ timeout: 20_000 });
    await expect(this.panel).toHaveCount(0);
  }

  /** Returns the directive in use as the person downloads it. */
  async sentFile(app: TestApp, who: TestPerson): Promise<Uint8Array> {
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    const { data } = await client.graphql('{ getFiles(category: ACP) { id is_active } }');
    const file = (data.getFiles as { id: string; is_active: boolean }[]).find(({ is_active }) => is_active);
    const link = await client.graphql('mutation ($id: ID!) { generateS3Url(file_id: $id) { url } }', {
      id: file?.id,
    });
    return new Uint8Array(await (await client.fetch(link.data.generateS3Url.url)).arrayBuffer());
  }
}
