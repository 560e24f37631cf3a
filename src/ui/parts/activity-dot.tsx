/** Green disc or red ring: active and inactive differ in shape as well as in colour (CON-2). */
export function ActivityDot({ isActive }: { isActive: boolean }) {
  return (
    <span className={isActive ? 'activity-dot is-active' : 'activity-dot is-inactive'}>
      <span className="visually-hidden">{isActive ? 'Ativo' : 'Inativo'}</span>
    </span>
  )
}
