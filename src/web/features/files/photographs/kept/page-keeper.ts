import { withRetries } from '../../sending/send-file.ts';
import { storedPages, type PageList } from './page-list.ts';
import type { OpenPhotographs, PhotographService } from './service.ts';

export type KeeperOptions = { service: PhotographService; newFileName: () => string; signal: AbortSignal };

export type PageKeeper = ReturnType<typeof createPageKeeper>;

const attemptsWith =
  (service: PhotographService, signal: AbortSignal) =>
  <Result>(step: () => Promise<Result>): Promise<Result> =>
    withRetries(service, signal, step, () => {});

/** Creates the keeper of a document at the server: it begins the document, stores the list of its pages, and ends it. */
export function createPageKeeper({ service, newFileName, signal }: KeeperOptions, list: PageList) {
  let open: Pick<OpenPhotographs, 'id' | 'partSize'> | undefined;
  let saved = '';
  let saving: Promise<void> = Promise.resolve();

  const attempt = attemptsWith(service, signal);

  async function begun(): Promise<Pick<OpenPhotographs, 'id' | 'partSize'>> {
    if (open) return open;
    const document = await attempt(() => service.begin(newFileName()));
    open = document;
    list.show({ id: document.id });
    return document;
  }

  async function saveNow(): Promise<void> {
    const { id } = await begun();
    const pages = storedPages(list.view().pages);
    const next = JSON.stringify(pages);
    if (next !== saved) await attempt(() => service.change(id, pages));
    saved = next;
    if (list.view().saveFailed) list.show({ saveFailed: false });
  }

  const end = () => void ([open, saved] = [undefined, '']);

  /** Stores the latest list, after the stores before. @throws SendingFailed */
  function save(): Promise<void> {
    saving = saving.then(saveNow, saveNow);
    return saving;
  }

  return {
    begun,
    save,
    /** Continues a document of an earlier visit, whose list is stored. */
    resume({ id, partSize }: OpenPhotographs): void {
      open = { id, partSize };
      saved = JSON.stringify(storedPages(list.view().pages));
      list.show({ id });
    },
    /** Makes the document. @throws SendingFailed */
    async finish(): Promise<{ isChecking: boolean }> {
      const { id } = await begun();
      await save();
      const made = await attempt(() => service.finish(id));
      end();
      return made;
    },
    /** Deletes the document at the server. @throws SendingFailed */
    async remove(): Promise<void> {
      await saving.catch(() => {});
      const { id } = open ?? {};
      if (id !== undefined) await attempt(() => service.remove(id));
      end();
    },
  };
}
