import { Circle, History, LayoutDashboard, ListPlus, type LucideIcon, Megaphone, Send, Users } from 'lucide-react'

const icons: Record<string, LucideIcon> = {
  '/dashboard': LayoutDashboard,
  '/campaigns/broadcast': Megaphone,
  '/campaigns/broadcast/create': Send,
  '/customer-master/customers': Users,
  '/customer-master/definition': ListPlus,
  '/customer-master/uploads': History,
}

/** The icon of a menu entry. */
export const iconOf = (path: string): LucideIcon => icons[path] ?? Circle
