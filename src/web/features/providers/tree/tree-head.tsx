import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import css from './tree.module.css';

type TreeHeadProps = {
  title: string;
  /** Numbers of providers and customers. */
  counts: string;
  onNew: (how: 'add' | 'invite') => void;
};

/** Head of the list of providers, with the buttons that add one (PROV-06, PROV-10). */
export function TreeHead({ title, counts, onNew }: TreeHeadProps) {
  const t = useText();
  return (
    <div className="pagehead">
      <div>
        <PageTitle>{title}</PageTitle>
        <p>{counts}</p>
      </div>
      <div className={`acts ${css.acts}`}>
        <Button variant="two" icon="mail" aria-haspopup="dialog" onClick={() => onNew('invite')}>
          {t('providers.invite')}
        </Button>
        <Button icon="plus" aria-haspopup="dialog" onClick={() => onNew('add')}>
          {t('providers.add')}
        </Button>
      </div>
    </div>
  );
}
