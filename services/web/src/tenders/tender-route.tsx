import { getRouteApi } from '@tanstack/react-router';
import { RequireKey } from '../session/require-key.tsx';
import { TenderPage } from './tender-page.tsx';
import type { TenderSearch } from './tender-search.ts';

const route = getRouteApi('/tenders/$tenderId');

export function TenderRoute() {
  const { tenderId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: TenderSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <RequireKey kind="tenant">
      {(client) => (
        <TenderPage key={tenderId} client={client} tenderId={tenderId} shown={search} onShow={show} />
      )}
    </RequireKey>
  );
}
