import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { newLoaders } from './use-provider-dialogs.tsx';

type TreeHeadProps = {
  title: string;
  totals: { roots: number; customers: number } | undefined;
  onNew: (how: 'add' | 'invite') => void;
};

/** The head of the list of providers, with the buttons that add one (PROV-06, PROV-10). */
export function TreeHead({ title, totals, onNew }: TreeHeadProps) {
  const t = useText();
  return (
    <div className="pagehead">
      <div>
        <PageTitle>{title}</PageTitle>
        <p>
          {totals ? t('providers.result', { count: totals.roots, customers: totals.customers }) : '\u00A0'}
        </p>
      </div>
      <div className="acts">
        {newLoaders.invite && (
          <Button variant="two" icon="mail" aria-haspopup="dialog" onClick={() => onNew('invite')}>
            {t('providers.invite')}
          </Button>
        )}
        {newLoaders.add && (
          <Button icon="plus" aria-haspopup="dialog" onClick={() => onNew('add')}>
            {t('providers.add')}
          </Button>
        )}
      </div>
    </div>
  );
}
