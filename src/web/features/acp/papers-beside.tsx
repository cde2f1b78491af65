import { longDate } from '../../../domain/fields.ts';
import { papersBesidePlan } from '../../../domain/plan/emergency/papers-beside.ts';
import { graphql } from '../../api/graphql.ts';
import { useRead } from '../../api/use-read.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import type { ActivePlan } from '../../plan-view/active-plan.ts';
import css from '../../plan-view/plan.module.css';
import { sentences } from '../../plan-view/sentences.ts';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { Notice } from '../../ui/messages/notice.tsx';

const FilesOfPlan = graphql(`
  query getFilesOfPlan {
    getFiles(category: ACP) {
      id
      file_name
      is_eol
      is_active
      activated_timestamp
    }
  }
`);

/** Shows which papers from elsewhere are stored beside the signed plan, and which is newer, as on the emergency page (D-60). */
export function PapersBeside({ plan }: { plan: ActivePlan }) {
  return plan.external ? <OfExternalPlan plan={plan} /> : null;
}

function OfExternalPlan({ plan }: { plan: ActivePlan }) {
  const t = useText();
  const language = useLanguage();
  const read = useRead(FilesOfPlan, {}, { refresh: true, types: ['File'] });
  return (
    <div className={css.beside}>
      <Loaded read={read}>
        {({ getFiles }) => {
          const found = papersBesidePlan(plan, getFiles);
          if (!found) return null;
          const { name, isOnly } = found;
          const line = t(`myAcp.beside.${found.age}`, {
            papers: isOnly ? name : t('myAcp.beside.more', { name }),
            added: longDate(found.added, language),
            plan: longDate(found.plan, language),
          });
          return <Notice icon="file">{sentences(language, line, t('myAcp.beside.both'))}</Notice>;
        }}
      </Loaded>
    </div>
  );
}
