import { useText } from '../../../app/texts.tsx';
import css from './import.module.css';

const steps = ['file', 'columns', 'happen', 'done'] as const;
export type ImportStep = (typeof steps)[number];

/** Current one of the four steps of an import. */
export function ImportSteps({ at }: { at: ImportStep }) {
  const t = useText();
  return (
    <ol className={css.steps}>
      {steps.map((step, number) => (
        <li key={step} aria-current={step === at ? 'step' : undefined}>
          <span className="num">{number + 1}</span> {t(`import.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
