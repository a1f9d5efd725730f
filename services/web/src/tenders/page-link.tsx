import styles from './page-link.module.css';

interface PageLinkProps {
  page: number;
  /** What of, for who can't see what stands beside. */
  of: string;
  title?: string;
  onClick: () => void;
}

/** Shows a page in the viewer. */
export function PageLink({ page, of, title, onClick }: PageLinkProps) {
  return (
    <button
      type="button"
      className={styles['page']}
      aria-label={`p. ${page}, ${of}`}
      title={title}
      onClick={onClick}
    >
      p. {page}
    </button>
  );
}
