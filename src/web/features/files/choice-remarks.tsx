import { useEffect, useState } from 'react';
import type { FieldError } from '../../../domain/errors.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';
import { useText } from '../../app/texts.tsx';
import { messageOf } from '../../forms/messages.ts';
import { Icon } from '../../ui/drawings/icon.tsx';
import { ErrorSummary } from '../../ui/fields/error-summary.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import type { Remarks } from './sending/uploads.ts';
import css from './files.module.css';

/** How long a file that was dropped is shown as an error of its own, in milliseconds (UPLOAD-06). */
const shownMs = 5_000;

type Refused = { name: string; problem: FieldError };

/** A problem of a file in words that name the file. */
export function fileProblem(t: Translate, { name, problem }: Refused): string {
  const words = messageOf(t, problem);
  return problem.params?.['file'] === undefined
    ? t('upload.row.problem', { file: name, problem: words })
    : words;
}

/**
 * What is said of the files that were chosen last: each that was dropped for five seconds as an error of its own, and then among what
 * is to fix, where it stays until the next files are chosen (D-21).
 */
export function ChoiceRemarks({
  refused,
  duplicates,
  tooMany,
  count,
}: Remarks & { /** How many files fit. */ count: number }) {
  const t = useText();
  const [closed, setClosed] = useState<readonly Refused[]>([]);
  const [passed, setPassed] = useState<readonly Refused[]>([]);
  useEffect(() => {
    if (refused.length === 0) return undefined;
    const timer = setTimeout(() => setPassed(refused), shownMs);
    return () => clearTimeout(timer);
  }, [refused]);
  const open = refused.filter((each) => !closed.includes(each));
  const isFresh = passed !== refused;
  return (
    <>
      <div role="alert">
        {isFresh &&
          open.map((each) => (
            <div key={each.name} className="file bad">
              <Icon name="circle-alert" />
              <div className={css.words}>{fileProblem(t, each)}</div>
              <button
                type="button"
                className="iconbtn"
                aria-label={t('common.close')}
                onClick={() => setClosed([...closed, each])}
              >
                <Icon name="close" />
              </button>
            </div>
          ))}
      </div>
      {!isFresh && (
        <div className={css.remark}>
          <ErrorSummary items={open.map((each) => ({ message: fileProblem(t, each) }))} turn={0} />
        </div>
      )}
      <div role="status">
        {tooMany && <Remark words={t('error.file.onlyLatest', { count })} />}
        {duplicates.length > 0 && <Remark words={t('error.file.duplicate')} />}
      </div>
    </>
  );
}

function Remark({ words }: { words: string }) {
  return (
    <div className={css.remark}>
      <Notice>{words}</Notice>
    </div>
  );
}
