import { useRef, useState } from 'react';
import { fullName } from '../../../../../domain/names.ts';
import { useText } from '../../../../app/texts.tsx';
import { mapRead } from '../../../../api/use-read.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { rescueFocus } from '../../../../ui/rescue-focus.ts';
import { linesShown, useLines, type CheckedLine, type CheckedList, type MendedList } from '../list-api.ts';
import { MendForm } from './mend-form.tsx';
import { Pages } from './shown-lines.tsx';
import css from '../import.module.css';

type MendLinesProps = {
  list: CheckedList;
  count: number;
  onMended: (list: MendedList) => void;
};

/** Lines to correct, in pages. Each is corrected in place, and checked again without sending the file again. */
export function MendLines({ list, count, onMended }: MendLinesProps) {
  const t = useText();
  const [asked, setPage] = useState(0);
  const page = Math.min(asked, Math.max(0, Math.ceil(count / linesShown) - 1));
  const box = useRef<HTMLElement>(null);
  const read = mapRead(useLines(list.id, 'mend', page), (data) => data.getCustomerImportLines);
  const title = t('import.lines.mend', { count });
  return (
    <section className={css.toFix} ref={box}>
      <h3 tabIndex={-1}>{title}</h3>
      <Loaded read={read}>
        {(lines) => (
          <ul className={css.decide}>
            {lines.map((line) => (
              <MendLine
                key={line.line}
                list={list}
                line={line}
                onMended={(mended) => {
                  onMended(mended);
                  rescueFocus(() => box.current?.querySelector('h3'));
                }}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <Pages page={page} count={count} of={title} onPage={setPage} />
    </section>
  );
}

type MendLineProps = { list: CheckedList; line: CheckedLine; onMended: (list: MendedList) => void };

function MendLine({ list, line, onMended }: MendLineProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const name = fullName(line) || t('import.mend.noName');
  const about = t('import.mend.label', { line: line.line, name });
  return (
    <li ref={item}>
      <div className={css.who}>
        <b>
          <span className={`num ${css.lineNumber}`}>{t('import.line', { line: line.line })}</span>
          <OwnWords>{name}</OwnWords>
        </b>
        {!isOpen &&
          line.problems.split('\n').map((problem) => (
            <span key={problem} className={`small quiet ${css.problem}`}>
              <OwnWords>{problem}</OwnWords>
            </span>
          ))}
      </div>
      {isOpen ? (
        <MendForm
          list={list}
          line={line}
          label={about}
          onMended={onMended}
          onCancel={() => {
            setOpen(false);
            rescueFocus(() => item.current?.querySelector('button'));
          }}
        />
      ) : (
        <Button variant="text" aria-label={about} onClick={() => setOpen(true)}>
          {t('import.mend')}
        </Button>
      )}
    </li>
  );
}
