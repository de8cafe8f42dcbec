import Foundation
import FoundationXML

/// The content of a page, as an XML parser sees it.
final class PageReader: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    /// Ids of the elements around it.
    var ids: [String]
    var text = ""
  }

  private(set) var elements: [Element] = []
  private(set) var isWellFormed = false
  private var open: [Int] = []

  init(_ html: String) {
    super.init()
    let parser = XMLParser(data: Data(html.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  /// Elements of a name inside the element whose id or label begins with `id`.
  func all(_ name: String, in id: String = "", style: String? = nil) -> [Element] {
    elements.filter { element in
      element.name == name && (id.isEmpty || element.ids.contains { $0.hasPrefix(id) })
        && (style.map { styles(of: element).contains($0) } ?? true)
    }
  }

  private func styles(of element: Element) -> [String] {
    (element.attributes["class"] ?? "").split(separator: " ").map(String.init)
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let own = attributes["id"] ?? attributes["aria-labelledby"]
    let around = open.last.map { elements[$0].ids } ?? []
    open.append(elements.count)
    elements.append(
      Element(name: name, attributes: attributes, ids: around + [own].compactMap { $0 }))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    for index in open { elements[index].text += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }
}
