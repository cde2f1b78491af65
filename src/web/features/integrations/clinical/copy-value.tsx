import { ApiError } from '../../../api/errors.ts';
import { useText } from '../../../app/texts.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import css from './clinical.module.css';

const copyWords: StateWords = {
  pending: 'common.copied',
  complete: 'common.copied',
  error: 'common.tryAgain',
};

/** A value of a list of facts with a button that copies it. `about` distinguishes buttons of several values with one label. */
export function CopyValue({ label, value, about }: { label: string; value: string; about?: string }) {
  const t = useText();
  const { state, run, problems } = useAction(
    () => navigator.clipboard.writeText(value).catch(() => Promise.reject(new ApiError('general_error'))),
    { resetMs: 2500 },
  );
  return (
    <div>
      <dt>{label}</dt>
      <dd className={css.value}>
        <code>{value}</code>
        <span role="alert">
          {problems.length > 0 && <span className="err">{t('clinical.copyFailed')}</span>}
        </span>
      </dd>
      <dd>
        <Button
          variant="text"
          icon="copy"
          state={state}
          words={copyWords}
          keepsRoom
          onClick={() => void run()}
        >
          {t('common.copy')}
          <span className="vh">
            : {label}
            {about !== undefined && `, ${about}`}
          </span>
        </Button>
      </dd>
    </div>
  );
}
