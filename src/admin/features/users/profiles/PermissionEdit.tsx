import { profileSchema } from '../../../../domain/users/profile.ts'
import { CatalogueEdit } from '../../../kit/form/CatalogueEdit.tsx'
import { PermissionBar } from './PermissionBar.tsx'
import { PermissionForm } from './PermissionForm.tsx'

/** Edits the routes and flags that a profile grants. */
export const PermissionEdit = () => (
  <CatalogueEdit title="Permisos del perfil" schema={profileSchema} bar={<PermissionBar />}>
    <PermissionForm />
  </CatalogueEdit>
)
