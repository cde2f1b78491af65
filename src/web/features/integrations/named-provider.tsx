import { useText } from '../../app/texts.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { useProvider } from './connection-api.ts';
import { ProviderIntegration } from './provider-integration.tsx';

/** The connection of a provider that the address names. */
export function NamedProvider({ id, isPlatform }: { id: string; isPlatform: boolean }) {
  const t = useText();
  const read = useProvider(id);
  return (
    <>
      <div className="pagehead">
        <div>
          <PageTitle>{t('integrations.title')}</PageTitle>
          {read.data && (
            <p className="lead">
              <OwnWords>{read.data.name}</OwnWords>
            </p>
          )}
        </div>
      </div>
      <Loaded read={read}>
        {(provider) => <ProviderIntegration provider={provider} isPlatform={isPlatform} />}
      </Loaded>
    </>
  );
}
