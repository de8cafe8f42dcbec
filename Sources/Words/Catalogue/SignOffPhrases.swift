/// The end of a page: how it was made, and who signs it.
enum SignOffPhrase: CatalogueKey {
  case section, note, version, trace, profile, expectations, bytes
  case ownSettings, circleOnly, nothingExpected, perimeter, sensitivity, calm, normal, quick
  case digest, module, command, signatures, name, date, signature, verdict

  var phrase: Phrase {
    switch self {
    case .section: Phrase(es: "Cómo se hizo esta página", en: "How this page was made")
    case .note:
      Phrase(
        es: "vigia verify la hace otra vez con los mismos archivos y compara byte a byte.",
        en: "vigia verify makes it again from the same files and compares byte for byte.")
    case .version: Phrase(es: "Versión", en: "Version")
    case .trace: Phrase(es: "Grabación", en: "Recording")
    case .profile: Phrase(es: "Perfil", en: "Profile")
    case .expectations: Phrase(es: "Lo esperado", en: "Expectations")
    case .bytes: Phrase(es: "{number} bytes, SHA-256", en: "{number} bytes; SHA-256")
    case .ownSettings: Phrase(es: "el de la grabación", en: "the recording's own")
    case .circleOnly:
      Phrase(
        es: "el de la grabación, si lo tiene, con el círculo de --perimeter",
        en: "the recording's own, if it has one, with the circle of --perimeter")
    case .nothingExpected: Phrase(es: "ninguna", en: "none")
    case .perimeter: Phrase(es: "Perímetro", en: "Perimeter")
    case .sensitivity: Phrase(es: "Sensibilidad", en: "Sensitivity")
    case .calm: Phrase(es: "tranquila", en: "calm")
    case .normal: Phrase(es: "media", en: "normal")
    case .quick: Phrase(es: "rápida", en: "quick")
    case .digest: Phrase(es: "Huella de la repetición", en: "Digest of the replay")
    case .module: Phrase(es: "Programa dentro de la página", en: "Program in this page")
    case .command: Phrase(es: "Se hace otra vez con", en: "Made again by")
    case .signatures: Phrase(es: "Firmas", en: "Signatures")
    case .name: Phrase(es: "Nombre y cargo", en: "Name and role")
    case .date: Phrase(es: "Fecha", en: "Date")
    case .signature: Phrase(es: "Firma", en: "Signature")
    case .verdict: Phrase(es: "Aprobado o rechazado, y por qué", en: "Approved or refused, and why")
    }
  }
}
