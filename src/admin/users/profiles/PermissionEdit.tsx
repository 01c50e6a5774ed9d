import { profileShape } from '../../../domain/users/profile.ts'
import { CatalogueEdit } from '../../forms/CatalogueEdit.tsx'
import { PermissionBar } from './PermissionBar.tsx'
import { PermissionForm } from './PermissionForm.tsx'

/** What a profile may open and do (specification, section 2). */
export const PermissionEdit = () => (
  <CatalogueEdit title="Permisos del perfil" shape={profileShape} bar={<PermissionBar />}>
    <PermissionForm />
  </CatalogueEdit>
)
