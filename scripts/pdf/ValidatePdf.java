import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/**
 * Validates each PDF of a folder against PDF/UA-1, with veraPDF. Prints one line for each profile that a file claims (file, tab,
 * CLAIM, tab, profile), one for each rule that it breaks (file, tab, ERROR, tab, rule and message, tab, how often) and one for each file
 * (file, tab, DONE, tab, number of checks). A file that cannot be read breaks the rule "unreadable".
 */
public class ValidatePdf {
  public static void main(String[] folders) throws IOException {
    VeraGreenfieldFoundryProvider.initialise();
    try (Stream<Path> files = Files.list(Path.of(folders[0]))) {
      List<Path> sorted = files.sorted().toList();
      for (Path file : sorted) print(file);
    }
  }

  private static void print(Path file) {
    String name = file.getFileName().toString();
    int checks = 0;
    try {
      for (PDFAFlavour claimed : claimsOf(file)) System.out.println(name + "\tCLAIM\t" + claimed.getId());
      ValidationResult result = validate(file);
      checks = result.getTotalAssertions();
      Map<String, Integer> broken = new TreeMap<>();
      for (TestAssertion each : result.getTestAssertions()) {
        if (each.getStatus() != TestAssertion.Status.FAILED) continue;
        String rule = each.getRuleId().getClause() + "-" + each.getRuleId().getTestNumber();
        broken.merge(rule + " " + each.getMessage(), 1, Integer::sum);
      }
      broken.forEach((rule, times) -> System.out.println(name + "\tERROR\t" + inLine(rule) + "\t" + times));
      if (!result.isCompliant() && broken.isEmpty()) System.out.println(name + "\tERROR\tnot compliant\t1");
    } catch (Exception problem) {
      System.out.println(name + "\tERROR\tunreadable: " + inLine(String.valueOf(problem.getMessage())) + "\t1");
    }
    System.out.println(name + "\tDONE\t" + checks);
  }

  private static List<PDFAFlavour> claimsOf(Path file) throws Exception {
    try (InputStream content = Files.newInputStream(file);
        PDFAParser parser = Foundries.defaultInstance().createParser(content)) {
      return parser.getFlavours().stream().filter(each -> each != PDFAFlavour.NO_FLAVOUR).toList();
    }
  }

  private static ValidationResult validate(Path file) throws Exception {
    try (InputStream content = Files.newInputStream(file);
        PDFAParser parser = Foundries.defaultInstance().createParser(content, PDFAFlavour.PDFUA_1);
        PDFAValidator validator = Foundries.defaultInstance().createValidator(PDFAFlavour.PDFUA_1, false)) {
      return validator.validate(parser);
    }
  }

  private static String inLine(String text) {
    return text.replaceAll("\\s+", " ");
  }
}
