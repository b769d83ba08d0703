package org.gatehouse.web.pages;

import jakarta.json.Json;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.UUID;
import org.gatehouse.api.problem.Problem;

/** Errors that no resource answered: a problem without insides; the log has them under the number that it names. */
@WebServlet(urlPatterns = ErrorServlet.PATH)
public class ErrorServlet extends HttpServlet {

    static final String PATH = "/__error";

    private static final long serialVersionUID = 1L;
    private static final System.Logger LOG = System.getLogger(ErrorServlet.class.getName());

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        int code = status instanceof Integer number ? number : HttpServletResponse.SC_NOT_FOUND;
        String detail = "nothing is served at this address";
        if (code >= 500) {
            String number = UUID.randomUUID().toString().substring(0, 8);
            Object thrown = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
            LOG.log(
                    Level.ERROR,
                    "event=fault number=" + number + " path="
                            + request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI),
                    thrown instanceof Throwable t ? t : null);
            detail = "it is in the portal's log under the number " + number;
        }
        response.setStatus(code);
        // A file that is missing now may be there after an update, whatever its address promised.
        response.setHeader("Cache-Control", "no-store");
        response.setContentType(Problem.MEDIA_TYPE);
        response.setCharacterEncoding("UTF-8");
        response.getWriter()
                .write(Json.createObjectBuilder()
                        .add("type", code >= 500 ? "/problems/fault" : "/problems/http-" + code)
                        .add("title", code >= 500 ? "Gatehouse failed" : "The request was refused")
                        .add("status", code)
                        .add("detail", detail)
                        .build()
                        .toString());
    }
}
