import { longDate } from '../../../domain/fields.ts';
import { papersBesidePlan } from '../../../domain/plan/emergency/papers-beside.ts';
import { graphql } from '../../api/graphql.ts';
import { useRead } from '../../api/use-read.ts';
import { filesOfPlanText } from '../../early/plan-questions.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import type { ActivePlan } from '../../plan-view/active-plan.ts';
import css from '../../plan-view/plan.module.css';
import { sentences } from '../../plan-view/sentences.ts';
import { Notice } from '../../ui/messages/notice.tsx';

const FilesOfPlan = graphql(filesOfPlanText);

/**
 * Shows which papers from elsewhere, or which directive of the person, are stored beside the signed plan, and which is newer, as on
 * the emergency page (D-60).
 */
export function PapersBeside({ plan }: { plan: ActivePlan }) {
  const t = useText();
  const language = useLanguage();
  const read = useRead(FilesOfPlan, {}, { refresh: true, types: ['File'] });
  // Most people have no such paper, so nothing is shown while it is not known.
  const found = read.data && papersBesidePlan(plan, read.data.getFiles);
  if (!found) return null;
  const { name, isOnly, byStaff } = found;
  const kind = byStaff ? 'beside' : 'directive';
  const line = t(`myAcp.${kind}.${found.age}`, {
    papers: isOnly ? name : t('myAcp.beside.more', { name }),
    added: longDate(found.added, language),
    plan: longDate(found.plan, language),
  });
  return (
    <div className={css.beside}>
      <Notice icon="file">{sentences(language, line, t(`myAcp.${kind}.both`))}</Notice>
    </div>
  );
}
