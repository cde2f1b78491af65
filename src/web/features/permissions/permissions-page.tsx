import { useCallback, useRef } from 'react';
import type { TemplateId } from '../../../domain/permissions/templates.ts';
import { useText } from '../../app/texts.tsx';
import { LeaveGuard } from '../../forms/unsaved/leave-guard.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import css from './permissions.module.css';
import { useTemplates } from './permissions-api.ts';
import { TemplateCard } from './template-card.tsx';

/** Permissions of providers' staff, by the two roles that can be edited (PERM-06, GAP-99). */
export function Page() {
  const t = useText();
  const read = useTemplates();
  const changed = useRef(new Set<TemplateId>());
  const note = useCallback((id: TemplateId, isChanged: boolean) => {
    if (isChanged) changed.current.add(id);
    else changed.current.delete(id);
  }, []);
  return (
    <>
      <div className={`pagehead ${css.head}`}>
        <div>
          <PageTitle>{t('permissions.title')}</PageTitle>
          <p className="lead">{t('permissions.lead')}</p>
        </div>
      </div>
      <Loaded read={read}>
        {(templates) => (
          <div className={css.pair}>
            {templates.map((saved) => (
              <TemplateCard key={saved.id} saved={saved} onChanged={note} />
            ))}
          </div>
        )}
      </Loaded>
      <p className={`quiet ${css.foot}`}>{t('permissions.keepOne')}</p>
      <LeaveGuard
        hasChanges={() => changed.current.size > 0}
        onLeave={() => changed.current.clear()}
        lead="confirm.leave.body"
      />
    </>
  );
}
