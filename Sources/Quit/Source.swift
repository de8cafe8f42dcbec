/// A publication that a figure or a text rests on.
public struct Source: Equatable, Sendable {
  /// Short, as a sentence names it: "WHO".
  public let name: String
  /// The full citation, so that it can be found.
  public let citation: String

  static let who = Source(
    name: "WHO",
    citation: "World Health Organization, Tobacco: Health benefits of smoking cessation, "
      + "questions and answers, 2020, who.int")
  static let nhs = Source(
    name: "NHS",
    citation: "NHS Better Health, Quit smoking: What happens when you quit, nhs.uk/better-health")
  static let surgeonGeneral = Source(
    name: "US Surgeon General",
    citation: "US Surgeon General, The Health Consequences of Smoking, 2004")
  static let shaw2000 = Source(
    name: "Shaw 2000",
    citation: "Shaw M, Mitchell R, Dorling D. Time for a smoke? One cigarette reduces your life by "
      + "11 minutes. BMJ 2000;320:53")
  static let jackson2024 = Source(
    name: "Jackson 2024",
    citation: "Jackson SE, Jarvis MJ, West R. The price of a cigarette: 20 minutes of life? "
      + "Addiction, December 2024")
  static let fiore2008 = Source(
    name: "Fiore 2008",
    citation: "Fiore MC et al. Treating Tobacco Use and Dependence: 2008 Update. Clinical Practice "
      + "Guideline. US Department of Health and Human Services")
  static let haasova2013 = Source(
    name: "Haasova 2013",
    citation: "Haasova M et al. The acute effects of physical activity on cigarette cravings. "
      + "Addiction 2013;108:26-37")
  static let hartmann2018 = Source(
    name: "Cochrane 2018",
    citation: "Hartmann-Boyce J et al. Nicotine replacement therapy versus control for smoking "
      + "cessation. Cochrane Database of Systematic Reviews 2018, CD000146")
  static let armitage2008 = Source(
    name: "Armitage 2008",
    citation: "Armitage CJ. A volitional help sheet to encourage smoking cessation. Health "
      + "Psychology 2008;27:557-566")
  static let mcclernon2004 = Source(
    name: "McClernon 2004",
    citation: "McClernon FJ, Westman EC, Rose JE. The effects of controlled deep breathing on "
      + "smoking withdrawal symptoms. Addictive Behaviors 2004;29:765-772")
  static let taylor2014 = Source(
    name: "Taylor 2014",
    citation: "Taylor G et al. Change in mental health after smoking cessation: systematic review "
      + "and meta-analysis. BMJ 2014;348:g1151")
  static let aubin2012 = Source(
    name: "Aubin 2012",
    citation: "Aubin HJ et al. Weight gain in smokers after quitting cigarettes: meta-analysis. "
      + "BMJ 2012;345:e4439")
  static let doll2004 = Source(
    name: "Doll 2004",
    citation: "Doll R et al. Mortality in relation to smoking: 50 years' observations on male "
      + "British doctors. BMJ 2004;328:1519")
}
