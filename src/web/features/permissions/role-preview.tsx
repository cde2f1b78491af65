import {
  flagNames,
  previewMenu,
  templates,
  type Flags,
  type TemplateId,
} from '../../../domain/permissions/templates.ts';
import { useText } from '../../app/texts.tsx';
import css from './permissions.module.css';

/** Preview for a user with a template: the menu, with the effect of a change, and the permitted actions. */
export function RolePreview({ id, before, after }: { id: TemplateId; before: Flags; after: Flags }) {
  const t = useText();
  const may = flagNames.filter((flag) => after[flag]);
  return (
    <div className={css.preview}>
      <div>
        <p className={css.label}>{t('permissions.preview.menu')}</p>
        <ul>
          {previewMenu(id, before, after).map(({ id: entry, label, change }) => (
            <li key={entry} className={css[change]}>
              {change === 'removed' ? <del>{t(label)}</del> : t(label)}
              {change !== 'none' && <small> ({t(`permissions.preview.${change}`)})</small>}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <p className={css.label}>{t('permissions.preview.may')}</p>
        {may.length === 0 ? (
          <p>{t('permissions.preview.mayNothing')}</p>
        ) : (
          <ul>
            {may.map((flag) => (
              <li key={flag}>{t(templates[id].rights[flag])}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
