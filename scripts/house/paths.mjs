/**
 * The files that a reader opens to follow one request from the screen to SQL and back, in order. `--check-coverage` runs
 * each request and fails if a list lacks a file of which a function ran.
 */
export const PATHS = {
  film: {
    title: 'a film',
    steps: {
      form: [
        'src/admin/features/contents/movies.tsx',
        'src/admin/features/contents/films.tsx',
        'src/admin/kit/form/CatalogueForm.tsx',
        'src/admin/kit/inputs/form-kit.tsx',
        'src/admin/kit/inputs/inputs.tsx',
      ],
      'data provider': ['src/admin/api/data-provider.ts'],
      http: ['src/domain/registry.ts', 'src/admin/api/http.ts'],
      route: [
        'src/server/features/contents/films.ts',
        'src/server/platform/collections/collection.ts',
        'src/server/platform/collections/records.ts',
      ],
      validation: [
        'src/server/platform/http/operation.ts',
        'src/domain/contents/movie.ts',
        'src/domain/contents/film-fields.ts',
        'src/domain/contents/link.ts',
      ],
      permission: ['src/server/platform/auth/access.ts', 'src/domain/access/permissions.ts'],
      write: ['src/server/platform/database/transactions.ts'],
      SQL: ['src/server/platform/database/schema/contents.ts'],
      audit: ['src/server/platform/audit/audit-log.ts', 'src/domain/audit/audit-event.ts'],
      answer: [
        'src/server/platform/http/errors.ts',
        'src/admin/api/http.ts',
        'src/admin/kit/inputs/form-kit.tsx',
      ],
    },
  },
  sale: {
    title: 'a credit sale',
    steps: {
      dialog: [
        'src/admin/features/credits/CreditDialogProvider.tsx',
        'src/admin/features/credits/CreditDialog.tsx',
        'src/admin/kit/form/FormDialog.tsx',
        'src/admin/kit/inputs/form-kit.tsx',
        'src/domain/credits/endpoints.ts',
      ],
      sending: ['src/admin/features/credits/make-transaction.ts'],
      http: ['src/admin/api/http.ts'],
      route: ['src/domain/credits/endpoints.ts', 'src/server/features/credits/routes.ts'],
      validation: ['src/server/platform/http/operation.ts'],
      permission: ['src/server/platform/auth/access.ts', 'src/domain/access/permissions.ts'],
      rule: [
        'src/domain/credits/rules.ts',
        'src/domain/credits/transaction.ts',
        'src/domain/settings/settings.ts',
      ],
      write: [
        'src/server/features/credits/create-transaction.ts',
        'src/server/features/credits/process-transaction.ts',
        'src/server/features/credits/ledger.ts',
        'src/server/platform/database/transactions.ts',
      ],
      SQL: ['src/server/platform/database/schema/credits.ts', 'src/server/platform/database/schema/users.ts'],
      audit: ['src/server/platform/audit/audit-log.ts', 'src/domain/audit/audit-event.ts'],
      answer: [
        'src/server/platform/http/errors.ts',
        'src/admin/api/http.ts',
        'src/admin/features/credits/Receipt.tsx',
      ],
    },
  },
  'sign-in': {
    title: 'a sign-in',
    steps: {
      page: ['src/admin/app/public/LoginPage.tsx', 'src/domain/users/sign-in.ts', 'src/admin/api/session.ts'],
      http: ['src/admin/api/http.ts'],
      route: ['src/server/features/users/sign-in.ts'],
      validation: ['src/server/platform/http/operation.ts'],
      permission: ['src/server/platform/auth/access.ts'],
      rule: [
        'src/server/features/users/sign-in.ts',
        'src/server/features/users/sign-in-limits.ts',
        'src/server/features/users/passwords.ts',
        'src/domain/users/sign-in.ts',
        'src/domain/access/permissions.ts',
      ],
      write: ['src/server/platform/auth/access.ts', 'src/server/platform/database/transactions.ts'],
      SQL: ['src/server/platform/database/schema/users.ts'],
      audit: ['src/server/platform/audit/audit-log.ts'],
      answer: ['src/server/platform/http/errors.ts', 'src/admin/api/http.ts'],
    },
  },
  'user-list': {
    title: 'a page of the list of users',
    steps: {
      screen: [
        'src/admin/features/users/UserList.tsx',
        'src/admin/kit/list/CatalogueList.tsx',
        'src/admin/kit/list/table.tsx',
        'src/admin/api/settings.ts',
      ],
      'data provider': ['src/admin/api/data-provider.ts'],
      http: ['src/domain/registry.ts', 'src/admin/api/http.ts'],
      route: ['src/server/features/users/routes.ts'],
      validation: ['src/server/platform/http/operation.ts'],
      permission: ['src/server/platform/auth/access.ts', 'src/domain/access/permissions.ts'],
      query: [
        'src/server/features/users/list-users.ts',
        'src/server/platform/database/list-query.ts',
        'src/server/platform/database/search.ts',
        'src/server/platform/batches/batches.ts',
      ],
      'hidden parts': ['src/domain/users/visibility.ts'],
      SQL: ['src/server/platform/database/schema/users.ts'],
      answer: [
        'src/server/features/users/user-row.ts',
        'src/domain/credits/transaction.ts',
        'src/server/platform/http/errors.ts',
        'src/admin/api/http.ts',
      ],
    },
  },
}

/**
 * Files that run in every request and are counted in no path: infrastructure, and vocabulary whose names say enough (a
 * day, a web address, a text to search in).
 */
export const SHARED = {
  infrastructure: [
    'src/server/app.ts',
    'src/server/platform/audit/forbidden-requests.ts',
    'src/server/platform/database/embedded/client.ts',
    'src/server/platform/database/embedded/disk-space.ts',
    'src/server/platform/database/embedded/engine.ts',
    'src/server/platform/database/embedded/open-embedded.ts',
    'src/server/platform/database/ids.ts',
    'src/server/platform/database/search-text.ts',
    'src/server/platform/database/tx-guard.ts',
    'src/server/platform/database/work.ts',
    'src/server/platform/http/connections.ts',
    'src/server/platform/http/forwarding.ts',
    'src/server/platform/http/media-types.ts',
    'src/server/platform/http/methods.ts',
    'src/server/platform/http/request-work.ts',
    'src/server/platform/http/headers.ts',
    'src/server/platform/http/connections.ts',
  ],
  vocabulary: [
    'src/domain/format/dates.ts',
    'src/domain/format/text.ts',
    'src/domain/validation/errors.ts',
    'src/domain/validation/fields.ts',
  ],
}

/** The files of a path, each once. */
export const filesOf = ({ steps }) => [...new Set(Object.values(steps).flat())]
