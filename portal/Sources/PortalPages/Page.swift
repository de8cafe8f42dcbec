/// The pages of the portal, each with its values.
public enum Page: Sendable {
  case login(LoginView)
  case invitation(InvitationView)
  case oneTimeLink(OneTimeLinkView)
  case home(HomeView)
  case account(AccountView)
  case overview(OverviewView)
  case alerts(AlertsView)
  case alert(AlertView)
  case company(CompanyView)
  case testAlert(TestAlertView)
  case day(DayView)
  case audit(AuditView)
  case people(PeopleView)
  case pairing(PairingView)
  case refusal(RefusalView)
}
